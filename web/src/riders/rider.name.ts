/** Writes a rider's name in the one order that all screens use: first name, then last name. */
export const riderName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim();
