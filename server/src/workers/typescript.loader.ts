/** A worker does not inherit the loader that lets Node read TypeScript, and `--import tsx` skips workers on Node 20. */
export const typescriptLoader = `data:text/javascript,${encodeURIComponent(
  `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; register();`,
)}`;
