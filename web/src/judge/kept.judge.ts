import type { JudgeSession } from '@dossard/contract/judges/judge.schema.ts';
import { forgetFragmentToken, readFragmentToken } from '../device/fragment.token.ts';
import { note, readNote } from '../device/notes.ts';
import { actAsJudge } from '../session/session.store.ts';

/* The judge of a link, as this phone remembers them: the pages open without network too. */

const key = 'judge';
/** Where this tab keeps the token of a link until the judge has given a name. */
const judgeTokenKey = 'judge-token';

/** Where storage is full, the judge is remembered by this page only. */
let onThisPage: JudgeSession | undefined;

/** Returns the judge who began on this phone; null if nobody did, or they ended here. */
export const keptJudge = () => (readNote(key) ?? onThisPage ?? null) as JudgeSession | null;

/** Remembers the judge of this phone, as whom its pages act from now on. */
export function keepJudge(judge: JudgeSession): void {
  onThisPage = note(key, JSON.stringify(judge)) ? undefined : judge;
  actAsJudge(judge.judge);
}

/** Forgets the judge of this phone; their unsent runs stay. */
export function forgetJudge(): void {
  onThisPage = undefined;
  localStorage.removeItem(key);
  actAsJudge('');
}

/**
 * Takes the token of a link out of the address, where a screenshot or the next person would find it, and keeps it in
 * this tab; returns the one that this tab keeps.
 */
export function takeToken(): string | null {
  const token = readFragmentToken(judgeTokenKey, window.location.hash.slice(1));
  if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname);
  return token;
}

/** Forgets the token, which is used. */
export const dropToken = () => forgetFragmentToken(judgeTokenKey);
