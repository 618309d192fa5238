import { m } from '../paraglide/messages.js';

/*
 * The words that the script of the frame fills in, with `{time}` and `{left}` as placeholders for the device's clock.
 * The catalogue of messages stays on the server.
 */

/** The id of the element with the words, as JSON. */
export const wordsId = 'frame-words';

const time = '{time}';
const left = '{left}';

export const frameWords = () => ({
  live: m.ranking_live(),
  updated: m.ranking_updated({ time }),
  offline: m.ranking_offline({ time }),
  stale: m.ranking_stale({ time }),
  reconnected: m.reconnected(),
  complaintsOpen: m.result_complaints_open({ time }),
  complaintsLeft: m.result_complaints_left({ time, left }),
  complaintsClosed: m.result_complaints_closed({ time }),
});
export type FrameWords = ReturnType<typeof frameWords>;
