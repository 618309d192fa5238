/*
 * Reading what an address says after its `?`, without a library, because every page knows how all addresses are read.
 * What is not understood counts as not said.
 */

/** What the router makes of the text after the `?`. */
export type Said = Record<string, unknown>;

export const readText = (said: unknown): string | undefined => (typeof said === 'string' ? said : undefined);

/** Reads a whole number from 1. */
export const readCount = (said: unknown): number | undefined =>
  Number.isSafeInteger(said) && Number(said) >= 1 ? Number(said) : undefined;

export const readChoice = <Choice>(said: unknown, choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => choice === said);
