import { m } from '../paraglide/messages.js';

/** Names the revision of an official list; the first is simply official, and has no name. */
export const formatRevision = (revision: number | null | undefined): string =>
  revision && revision > 1 ? m.result_revision_of({ revision }) : '';

/** Formats how many runs of how many riders are missing (E11): « 20 passages manquent (6 pilotes) ». */
export const formatMissing = ({ runs, riders }: { runs: number; riders: number }): string =>
  `${m.missing_runs({ count: runs })} (${m.riders({ count: riders })})`;
