import { m } from '../../paraglide/messages.js';

type Words = typeof m.guide;

/** A part of a guide: an anchor to link to, and the picture that shows its screen. */
export interface Section {
  id: string;
  title: Words;
  /** Its steps, one in a line. */
  text: Words;
  /** The name of its picture, see `e2e/src/guide.pictures.ts`. */
  picture?: string;
}

/** From the empty event to the signed list, in the order of the day. */
export const organiserSections: readonly Section[] = [
  { id: 'create', title: m.guide_create, text: m.guide_create_text },
  { id: 'again', title: m.guide_again, text: m.guide_again_text },
  { id: 'zones', title: m.guide_zones, text: m.guide_zones_text, picture: 'zones' },
  { id: 'riders', title: m.guide_riders, text: m.guide_riders_text, picture: 'riders' },
  { id: 'lists', title: m.guide_lists, text: m.guide_lists_text, picture: 'lists' },
  { id: 'entries', title: m.guide_entries, text: m.guide_entries_text },
  { id: 'invite', title: m.guide_invite, text: m.guide_invite_text },
  { id: 'judge-links', title: m.guide_judge_links, text: m.guide_judge_links_text },
  { id: 'team', title: m.guide_team, text: m.guide_team_text },
  { id: 'public', title: m.guide_public, text: m.guide_public_text },
  { id: 'handout', title: m.guide_handout, text: m.guide_handout_text },
  { id: 'starts', title: m.guide_starts, text: m.guide_starts_text },
  { id: 'day', title: m.guide_day, text: m.guide_day_text, picture: 'overview' },
  { id: 'doubtful', title: m.guide_doubtful, text: m.guide_doubtful_text },
  { id: 'correct', title: m.guide_correct, text: m.guide_correct_text, picture: 'runs' },
  { id: 'wrong-bib', title: m.guide_wrong_bib, text: m.guide_wrong_bib_text },
  { id: 'paper', title: m.guide_paper, text: m.guide_paper_text, picture: 'paper' },
  { id: 'dead-phone', title: m.guide_dead_phone, text: m.guide_dead_phone_text },
  { id: 'trouble', title: m.guide_trouble, text: m.guide_trouble_text },
  { id: 'two-places', title: m.guide_two_places, text: m.guide_two_places_text },
  { id: 'results', title: m.guide_results, text: m.guide_results_text, picture: 'ranking' },
  { id: 'complaints', title: m.guide_complaints, text: m.guide_complaints_text },
  { id: 'ties', title: m.guide_ties, text: m.guide_ties_text },
  { id: 'rounds', title: m.guide_rounds, text: m.guide_rounds_text },
  { id: 'trophy', title: m.guide_trophy, text: m.guide_trophy_text },
];

/** The referee's tasks, in the order of the flow. */
export const refereeSections: readonly Section[] = [
  { id: 'before', title: m.guide_before, text: m.guide_before_text },
  { id: 'bib', title: m.guide_bib, text: m.guide_bib_text, picture: 'referee-bib' },
  { id: 'run', title: m.guide_run, text: m.guide_run_text, picture: 'referee-run' },
  { id: 'record', title: m.guide_record, text: m.guide_record_text, picture: 'referee-check' },
  { id: 'mistake', title: m.guide_mistake, text: m.guide_mistake_text },
  { id: 'refused', title: m.guide_refused, text: m.guide_refused_text },
];
