/** The paragraphs of the organisers' guide, from the empty event to the signed list, in the order of the day. */
export const organiserSections = [
  'create',
  'again',
  'zones',
  'riders',
  'lists',
  'entries',
  'invite',
  'judge-links',
  'team',
  'public',
  'handout',
  'starts',
  'day',
  'doubtful',
  'correct',
  'wrong-bib',
  'paper',
  'dead-phone',
  'trouble',
  'two-places',
  'results',
  'complaints',
  'ties',
  'rounds',
  'trophy',
] as const;

/** The referee's tasks, in the order of the flow. */
export const refereeSections = ['before', 'bib', 'run', 'record', 'mistake', 'refused'] as const;

export type OrganiserParagraph = (typeof organiserSections)[number];
export type RefereeParagraph = (typeof refereeSections)[number];
