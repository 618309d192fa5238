import {
  type CompetitionInput,
  type CompetitionUpdate,
  competitionInputSchema,
  competitionUpdateSchema,
} from './competition.schema.ts';

/* The one list of a competition's settings, which history, undo, the exchange and copies follow. */

type Setting = keyof Omit<CompetitionUpdate, 'seen'>;

/** What a competition is created with. */
export const descriptionNames = Object.keys(competitionInputSchema.shape) as (keyof CompetitionInput)[];

const updatedNames = Object.keys(competitionUpdateSchema.shape).filter((name) => name !== 'seen') as Setting[];
const isDescription = (name: string) => descriptionNames.some((one) => one === name);

/** Settings besides the description, in the order of the history. */
const ruleNames = updatedNames.filter((name) => !isDescription(name)) as Exclude<Setting, keyof CompetitionInput>[];

/** All settings, in the order of the history. */
export const settingNames = [...descriptionNames, 'is_public', ...ruleNames] as const;

/** Settings that carry over to the next event: neither the description nor a date. */
export const carriedNames = ruleNames.filter((name) => name !== 'names_until');
