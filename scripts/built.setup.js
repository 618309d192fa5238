import { buildServer, buildWhatIsStale } from './build.js';

/** Projects whose tests read the built screens, or the messages that their build writes again. */
const ofScreens = ['house', 'web'];

/**
 * Runs before the tests of a project, and builds what they start or read.
 * @param {{ name: string }} project
 */
export default ({ name }) => (ofScreens.includes(name) ? buildWhatIsStale() : buildServer());
