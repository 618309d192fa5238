/** The sections of the page that prepares a competition, in their order; in its address. */
export const sectionNames = [
  'description',
  'visibility',
  'rules',
  'names',
  'rounds',
  'starts',
  'export',
  'danger',
] as const;
export type SectionName = (typeof sectionNames)[number];
