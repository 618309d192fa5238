import { dictionary } from '@zxcvbn-ts/language-common';

/** The most common passwords in lower case, the most frequent first; in a separate file, to be loaded on demand. */
export const commonPasswords = dictionary['passwords-common'];
