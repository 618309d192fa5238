import * as z from 'zod/mini';
import { categorySchema, genderSchema } from '../categories/category.schema.ts';
import { line } from '../text/text.schema.ts';

/*
 * The fields of a rider besides the competition and the bib. Schemas, import, history, erasure, export and tests derive
 * from this list, so that a new field cannot be forgotten anywhere.
 */

interface RiderField {
  /** Its schemas in requests and in storage. */
  sent: z.ZodMiniType;
  stored: z.ZodMiniType<string | null>;
  /** May be omitted; an import without its column keeps the stored value. */
  isOptional: boolean;
  /** Identifies the rider, so it is erased with their personal data. */
  isPersonal: boolean;
  /** May appear on public pages, if the organiser shows names. */
  isPublic: boolean;
  /** Whether exported files always have its column, or only if a rider has a value. */
  exported: 'always' | 'filled';
  /** Width of this column, in characters; its heading is in `results_word` of the catalogue. */
  width: number;
  /**
   * Headings of imported files, normalised by `headingKey`: unmistakable ones, then likely ones used if there is no
   * other.
   */
  headings: { sure: readonly string[]; likely: readonly string[] };
}

const optionalLine = z.pipe(
  z.pipe(
    z.nullish(line(0)),
    z.transform((text) => text || null),
  ),
  z.nullable(z.string()),
);

const numberWords = ['n', 'no', 'nr', 'num', 'numero', 'number'];

/** Headings for a number with and without the word: `licence`, `n licence`, `numero de licence`, `licence number`. */
export const numbered = (...words: string[]): string[] =>
  words.flatMap((word) => [
    word,
    ...numberWords.flatMap((n) => [
      `${n} ${word}`,
      `${n} de ${word}`,
      `${n} d ${word}`,
      `${n} du ${word}`,
      `${word} ${n}`,
    ]),
  ]);

const required = { stored: z.string(), isOptional: false, isPublic: true, exported: 'always' } as const;
const name = { ...required, sent: line(1, 100), isPersonal: true } as const;
const optional = { sent: optionalLine, stored: z.nullable(z.string()), isOptional: true, isPersonal: true } as const;

/** The fields, in the order that columns without headings must have. */
export const participantFields = {
  category: {
    ...required,
    sent: categorySchema,
    isPersonal: false,
    width: 12,
    headings: {
      sure: ['categorie', 'categories', 'cat', 'categorie d age', 'cat age', 'category', 'age category'],
      likely: [
        ...['classe', 'class', 'division', 'age group', 'klasse', 'kategorie'],
        ...['ffc', 'ufolep', 'fsgt', 'uci', 'federale', 'trial'].flatMap((of) => [`categorie ${of}`, `cat ${of}`]),
      ],
    },
  },
  last_name: {
    ...name,
    width: 22,
    headings: {
      sure: [
        ...['nom', 'noms', 'nom de famille', 'nom pilote', 'nom du pilote'],
        ...['last name', 'lastname', 'surname', 'family name'],
      ],
      likely: ['name', 'nom d usage', 'nom usuel', 'nom de naissance', 'nachname', 'familienname'],
    },
  },
  first_name: {
    ...name,
    width: 18,
    headings: {
      sure: [
        ...['prenom', 'prenoms', 'prenom pilote', 'prenom du pilote'],
        ...['first name', 'firstname', 'given name', 'forename'],
      ],
      likely: ['prenom usuel', 'given names', 'first names', 'vorname'],
    },
  },
  gender: {
    ...required,
    sent: genderSchema,
    stored: genderSchema,
    isPersonal: false,
    width: 8,
    headings: {
      sure: ['sexe', 'genre', 'gender', 'sex', 'h f', 'f h', 'm f', 'f m', 'g f', 'f g', 'homme femme'],
      likely: ['civilite', 'title', 'geschlecht', 'm w', 'w m'],
    },
  },
  club: {
    ...optional,
    isPublic: true,
    exported: 'always',
    width: 28,
    headings: {
      sure: ['club', 'clubs', 'nom du club', 'nom club', 'club name'],
      likely: ['equipe', 'team', 'structure', 'association', 'club equipe', 'club team', 'verein'],
    },
  },
  licence: {
    ...optional,
    isPublic: false,
    exported: 'filled',
    width: 16,
    headings: {
      sure: [
        ...numbered('licence', 'license', 'licence ffc', 'licence ufolep', 'licence fsgt', 'licence uci', 'licencie'),
        ...['id licence', 'licence id', 'license id', 'code licence', 'licence code'],
      ],
      likely: [
        ...numbered('ffc', 'ufolep', 'fsgt', 'adherent', 'affiliation', 'member', 'membership'),
        ...['n uci', 'no uci', 'num uci', 'numero uci', 'numero d uci', 'uci n', 'uci no', 'uci number'],
        ...['uci id', 'id uci', 'uciid', 'code uci', 'uci code', 'uci licence', 'uci license', 'licence uci id'],
        ...['ffc id', 'id ffc', 'code ffc', 'membership id', 'member id', 'id adherent', 'code adherent'],
      ],
    },
  },
} as const satisfies Record<string, RiderField>;

type Fields = typeof participantFields;
export type ParticipantField = keyof Fields;
type OptionalFieldIn<All> = { [Name in keyof All]: All[Name] extends { isOptional: true } ? Name : never }[keyof All];
/** Optional fields of a rider. */
export type OptionalField = OptionalFieldIn<Fields>;
/** The stored values of a rider, by field. */
export type ParticipantFacts = { [Name in ParticipantField]: z.infer<Fields[Name]['stored']> };

export const participantFieldNames = /* @__PURE__ */ Object.keys(participantFields) as ParticipantField[];

export const isOptionalField = (name: string): name is OptionalField =>
  name in participantFields && participantFields[name as ParticipantField].isOptional;

type Shape<Kind extends 'sent' | 'stored'> = { [Name in ParticipantField]: Fields[Name][Kind] };

/** The optional fields, in the order of the list. */
export const optionalFieldNames = /* @__PURE__ */ participantFieldNames.filter(isOptionalField);

/** Empty values of the optional fields. */
export const noOptionalFields = /* @__PURE__ */ Object.fromEntries(
  optionalFieldNames.map((name) => [name, null]),
) as Record<OptionalField, null>;

/** Collects the schemas of all fields, for `z.object`. */
function shapeOf<Kind extends 'sent' | 'stored'>(kind: Kind): Shape<Kind> {
  return Object.fromEntries(participantFieldNames.map((name) => [name, participantFields[name][kind]])) as Shape<Kind>;
}
export const sentShape = /* @__PURE__ */ shapeOf('sent');
export const storedShape = /* @__PURE__ */ shapeOf('stored');

type Schemas = Record<string, z.ZodMiniType>;
/** Makes every schema optional. */
export const optionalShape = <Given extends Schemas>(shape: Given) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, z.optional(schema)])) as {
    [Name in keyof Given]: z.ZodMiniOptional<Given[Name]>;
  };

/** Picks the fields of a rider from a row. */
export function pickFacts<Row extends { [Name in ParticipantField]: unknown }>(row: Row): Pick<Row, ParticipantField> {
  return Object.fromEntries(participantFieldNames.map((name) => [name, row[name]])) as Pick<Row, ParticipantField>;
}
