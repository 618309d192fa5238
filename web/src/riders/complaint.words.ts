import type { ComplaintState } from '@dossard/contract/complaints/complaint.schema.ts';
import { m } from '../paraglide/messages.js';

/** Words for the states of a complaint (E9). */
export const complaintWords: Record<ComplaintState, () => string> = {
  open: m.complaint_open,
  granted: m.complaint_granted,
  refused: m.complaint_refused,
  withdrawn: m.complaint_withdrawn,
};
