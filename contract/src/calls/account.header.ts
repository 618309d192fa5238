/**
 * The header with the account that a caller means to use: its e-mail address, percent-encoded. A session of another
 * account is then rejected (401), so that a run is never recorded in the name of another person who has signed in
 * since.
 */
export const accountHeader = 'x-account';
