/** How long it is said what was done to an account, in milliseconds (spec §9). */
export const toastMs = 6_000;
