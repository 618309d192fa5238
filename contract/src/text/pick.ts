/** Picks some fields of an object, or some columns of a table. */
export const pick = <Row extends object, Name extends keyof Row>(
  row: Row,
  ...names: readonly Name[]
): Pick<Row, Name> => Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
