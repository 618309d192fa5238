import { buildServer } from './build.js';

/** Runs before tests that start the server or one of its commands as a process. */
export default buildServer;
