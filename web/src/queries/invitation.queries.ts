import { getInvitation, listInvitations } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** The description of an invitation, as long as it can be accepted. */
export const openInvitation = (token: string) =>
  queryOptions({
    queryKey: ['invitation', 'open', token],
    queryFn: ({ signal }) => callApi(getInvitation, { query: { token }, signal }),
    // Each request counts as an attempt to guess a token, so request only once.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The invitations of a competition that can still be accepted. */
export const pendingInvitations = (competitionId: number) =>
  queryOptions({
    queryKey: ['invitations', competitionId],
    queryFn: async ({ signal }) => {
      const { invitations } = await callApi(listInvitations, { params: { id: competitionId }, signal });
      return { invitations, readAt: Date.now() };
    },
  });
