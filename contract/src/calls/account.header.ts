/**
 * The header with the account that a caller means to use: its e-mail address, percent-encoded, or the name of a judge
 * with a link. A session of another account is then rejected (401), so that a run is never recorded in the name of
 * another person who has signed in since.
 */
export const accountHeader = 'x-account';

/** Names a judge with a link where accounts have an address, which has an `@`. */
export const judgeName = (id: number) => `judge-${id}`;

export const isJudgeName = (name: string): boolean => /^judge-\d+$/.test(name);
