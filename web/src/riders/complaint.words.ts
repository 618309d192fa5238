import type { ComplaintState } from '@dossard/contract/complaints/complaint.schema.ts';
import { m } from '../paraglide/messages.js';

/** What becomes of a complaint, in a word (E9). */
export const complaintWords: Record<ComplaintState, () => string> = {
  open: m.complaint_open,
  granted: m.complaint_granted,
  refused: m.complaint_refused,
  withdrawn: m.complaint_withdrawn,
};
