import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../paraglide/messages.js';
import { resultsOf } from '../queries/result.queries.ts';
import { TextField } from '../ui/fields/text.field.tsx';
import { usePageCompetition } from './page.competition.ts';

/** The reason for a correction; required if a group that it concerns is official (E6). */
export interface Reason {
  text: string;
  isAsked: boolean;
  onType: (text: string) => void;
  /** Reloads the state of the group, which may have changed, and throws the refusal. */
  onRefused: (error: unknown) => never;
}

/** Whether the result of one of these groups is official. */
export function useAnyOfficial(groups: Group[]): boolean {
  const { data } = useQuery(resultsOf(usePageCompetition().id));
  const keys = new Set(groups.map(groupKey));
  return data?.groups.some((one) => one.state === 'official' && keys.has(groupKey(one))) ?? false;
}

/** Holds the reason for a correction that concerns these groups. */
export function useReason(...groups: Group[]): Reason {
  const [text, onType] = useState('');
  const { refetch } = useQuery(resultsOf(usePageCompetition().id));
  const isAsked = useAnyOfficial(groups);
  function onRefused(error: unknown): never {
    void refetch();
    throw error;
  }
  return { text, onType, onRefused, isAsked };
}

/** Asks why a run of an official group is corrected or deleted; renders nothing for other groups. */
export function ReasonField({ text, isAsked, onType }: Reason) {
  if (!isAsked) return null;
  return (
    <TextField
      name="reason"
      label={m.run_reason()}
      hint={m.run_reason_hint()}
      value={text}
      onValue={onType}
      autoComplete="off"
    />
  );
}
