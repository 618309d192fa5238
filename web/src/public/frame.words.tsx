import { m } from '../paraglide/messages.js';
import { scriptJson } from '../text/markup.ts';

/*
 * The words that the script of the frame fills in, with `{time}` and `{left}` as placeholders for the device's clock.
 * The catalogue of messages stays on the server.
 */

const time = '{time}';
const left = '{left}';

const frameWords = () => ({
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

/** The words of a page for its script; `more` are those of this page alone. */
export const ScriptWords = ({ more }: { more?: object }) => (
  <script
    type="application/json"
    id="frame-words"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, with `<` escaped.
    dangerouslySetInnerHTML={{ __html: scriptJson({ ...frameWords(), ...more }) }}
  />
);
