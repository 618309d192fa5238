/** A part of the data that is read, and read again after a write, as a whole. */
export type Topic =
  | 'accounts'
  | 'alarms'
  | 'competition'
  | 'competitions'
  | 'complaints'
  | 'copies'
  | 'counts'
  | 'desk_calls'
  | 'entries'
  | 'factors'
  | 'groups'
  | 'handout'
  | 'history'
  | 'invitations'
  | 'judges'
  | 'members'
  | 'network'
  | 'notices'
  | 'participants'
  | 'phones'
  | 'place'
  | 'profile'
  | 'progress'
  | 'ranking'
  | 'relations'
  | 'requests'
  | 'resets'
  | 'results'
  | 'rounds'
  | 'runs'
  | 'security_log'
  | 'series'
  | 'sessions'
  | 'speaker'
  | 'standings'
  | 'ties'
  | 'zones';

/** The topics that a write changes. */
export type Changes = readonly Topic[] | 'everything';

/** What a change of zones changes. */
export const zoneTopics: Changes = ['zones', 'counts', 'groups', 'progress', 'ranking'];
/** What a change of riders changes. */
export const riderTopics: readonly Topic[] = ['participants', 'counts', 'groups', 'progress', 'ranking'];
/** What a change of runs changes. */
export const runTopics: readonly Topic[] = ['runs', ...riderTopics];
