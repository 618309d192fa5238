import { buildServer, buildWhatIsStale } from './build.js';
import { isTooOld } from './runtime.js';

/** Projects whose tests read the built screens, or the messages that their build writes again. */
const ofScreens = ['house', 'web'];

/**
 * Runs before the tests of a project, and builds what they start or read.
 * @param {{ name: string }} project
 */
export default ({ name }) => {
  if (isTooOld(process.versions.node))
    throw new Error(
      `This is Node ${process.versions.node}: put the newer one of .node, which npm test brings, into PATH.`,
    );
  return ofScreens.includes(name) ? buildWhatIsStale() : buildServer();
};
