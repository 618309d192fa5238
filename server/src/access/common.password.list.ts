import { dictionary } from '@zxcvbn-ts/language-common';

/** The most common passwords in lower case, the most frequent first; a file of its own, to be loaded when it is needed. */
export const commonPasswords = dictionary['passwords-common'];
