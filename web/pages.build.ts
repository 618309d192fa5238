import { join, resolve } from 'node:path';
import { build, type PluginOption, type ResolvedConfig } from 'vite';

/** Where the renderer is written, under the root of the build; never served. */
const folder = '.pages';

/**
 * Builds the public pages a second time, as one file for the server, which renders them (`src/pages.server.tsx`). `plugins`
 * are those that the pages need besides what the first build has generated.
 */
export function pageRenderer(plugins: () => PluginOption[]): PluginOption {
  let config: ResolvedConfig;
  return {
    name: 'page-renderer',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        await build({
          configFile: false,
          root: config.root,
          // Warnings are those of the first build, and of directives that mean nothing here.
          logLevel: 'error',
          plugins: plugins(),
          define: { ...config.define, 'process.env.NODE_ENV': '"production"' },
          css: { modules: config.css.modules || undefined },
          // One file without imports of packages, so that a package of the product holds it as it is.
          ssr: { noExternal: true, target: 'node' },
          build: {
            ssr: join(config.root, 'src', 'pages.server.tsx'),
            target: 'node20',
            outDir: resolve(config.root, config.build.outDir, folder),
            emptyOutDir: true,
            copyPublicDir: false,
            minify: false,
            rolldownOptions: { output: { entryFileNames: 'pages.mjs', codeSplitting: false } },
          },
        });
      },
    },
  };
}
