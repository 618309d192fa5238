/**
 * With this header a caller says as whom it means to call: the account's e-mail address, percent-encoded. A session of
 * another account is then refused as none (401), so that a run is never recorded in the name of another person who signed in since.
 */
export const accountHeader = 'x-account';
