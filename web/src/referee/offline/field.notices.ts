import { isNoticeOpen, type PhoneNotice } from '@dossard/contract/notices/notice.schema.ts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirmedNotices, forgetConfirmed, noteConfirmed } from '../phone/confirmed.notices.ts';

/* The organiser's notices on a referee's phone (N2): delivered by heartbeats, stored for the time without network. */

interface NoticeZone {
  competitionId: number;
  zoneId: number;
}

/** The notices of a zone from the last heartbeat; this query itself requests nothing. */
const fieldNotices = ({ competitionId, zoneId }: NoticeZone) =>
  queryOptions<PhoneNotice[]>({
    queryKey: ['field-notices', competitionId, zoneId],
    queryFn: () => [],
    enabled: false,
    initialData: [],
    initialDataUpdatedAt: 0,
  });

/** Returns the unconfirmed notices of a zone, and a function that confirms one on this phone. */
export function useFieldNotices(
  zone: NoticeZone,
  user: string,
): { notices: PhoneNotice[]; onConfirm: (id: number) => void } {
  const queryClient = useQueryClient();
  const { data } = useQuery(fieldNotices(zone));
  const by = { user, competitionId: zone.competitionId };
  const confirmed = confirmedNotices(by);
  return {
    notices: data.filter(({ id, sent_at }) => isNoticeOpen(sent_at, Date.now()) && !confirmed.includes(id)),
    onConfirm: (id) => {
      noteConfirmed(by, id);
      keepNotices(
        queryClient,
        zone,
        data.filter((notice) => notice.id !== id),
      );
    },
  };
}

/** Stores the notices of a heartbeat, and forgets the confirmations that it has delivered. */
export function takeNotices(
  queryClient: QueryClient,
  zone: NoticeZone,
  { user, delivered, notices }: { user: string; delivered: readonly number[]; notices: PhoneNotice[] },
): void {
  forgetConfirmed({ user, competitionId: zone.competitionId }, delivered);
  keepNotices(queryClient, zone, notices);
}

const keepNotices = (queryClient: QueryClient, zone: NoticeZone, notices: PhoneNotice[]) =>
  queryClient.setQueryData(fieldNotices(zone).queryKey, notices);
