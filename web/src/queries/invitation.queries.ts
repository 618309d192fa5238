import { getInvitation, listInvitations } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { read } from './read.ts';

/** The description of an invitation, as long as it can be accepted. */
export const openInvitation = (token: string) =>
  // Each request counts as an attempt to guess a token, so request only once.
  read(getInvitation, { query: { token } }, { staleTime: Number.POSITIVE_INFINITY, retry: false });

/** The invitations of a competition that can still be accepted, and when they were read. */
export const pendingInvitations = (competitionId: number) =>
  queryOptions({
    queryKey: ['invitations', competitionId],
    queryFn: async ({ signal }) => {
      const { invitations } = await callApi(listInvitations, { params: { id: competitionId }, signal });
      return { invitations, readAt: Date.now() };
    },
  });
