import type { ExactWords, RefusalCode } from '../refusals/refusal.codes.ts';

interface Parameter {
  /** Ids are positive integers. */
  kind: 'id' | 'text';
  /** The refusal of an invalid id, the same as for an unknown one. */
  refusal: RefusalCode;
  /** A more specific sentence than the refusal's own. */
  says?: ExactWords;
}

/** The parameters of paths. */
export const parameters = {
  id: { kind: 'id', refusal: 'competition_not_found', says: 'invalid_competition_id' },
  dossard: { kind: 'id', refusal: 'participant_not_found', says: 'invalid_dossard' },
  zoneId: { kind: 'id', refusal: 'zone_not_found' },
  graduationId: { kind: 'id', refusal: 'graduation_not_found' },
  entry: { kind: 'id', refusal: 'audit_entry_not_found' },
  pair: { kind: 'text', refusal: 'run_not_found' },
  submission: { kind: 'text', refusal: 'run_not_found' },
  notice: { kind: 'id', refusal: 'notice_not_found' },
  complaint: { kind: 'id', refusal: 'complaint_not_found' },
  category: { kind: 'text', refusal: 'list_not_found' },
  gender: { kind: 'text', refusal: 'list_not_found' },
  revision: { kind: 'id', refusal: 'list_not_found' },
  seriesId: { kind: 'id', refusal: 'series_not_found' },
  resultId: { kind: 'id', refusal: 'result_not_found' },
  entryId: { kind: 'id', refusal: 'entry_not_found' },
  relationKind: { kind: 'text', refusal: 'relation_not_found' },
  relationId: { kind: 'id', refusal: 'relation_not_found' },
  session: { kind: 'id', refusal: 'session_not_found' },
  passkey: { kind: 'id', refusal: 'factor_not_found' },
  conflict: { kind: 'text', refusal: 'conflict_not_found' },
  request: { kind: 'text', refusal: 'request_not_found' },
  call: { kind: 'text', refusal: 'call_not_found' },
  linkId: { kind: 'id', refusal: 'judge_link_not_found' },
  phone: { kind: 'text', refusal: 'judge_link_not_found' },
  invitation: { kind: 'text', refusal: 'invitation_not_found' },
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof parameters;
/** The parsed value of a parameter. */
export type ParameterValue<Name> = Name extends ParameterName
  ? (typeof parameters)[Name]['kind'] extends 'id'
    ? number
    : string
  : never;

export const isParameter = (name: string): name is ParameterName => name in parameters;

/** Lists the names of a path's parameters. */
export const parametersOf = (path: string): ParameterName[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter(isParameter);
