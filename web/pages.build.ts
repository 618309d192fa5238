import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type PluginOption, type ResolvedConfig } from 'vite';

const { resolve: find } = createRequire(import.meta.url);
/** What pictures are drawn with. */
const drawing = {
  'resvg.wasm': '@resvg/resvg-wasm/index_bg.wasm',
  'regular.ttf': '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  'bold.ttf': '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf',
};

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
        const outDir = resolve(config.root, config.build.outDir, folder);
        const entries = {
          pages: join(config.root, 'src', 'pages.server.tsx'),
          picture: join(config.root, 'picture.worker.ts'),
        };
        for (const [name, entry] of Object.entries(entries))
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
              ssr: entry,
              target: 'node20',
              outDir,
              emptyOutDir: false,
              copyPublicDir: false,
              minify: false,
              rolldownOptions: { output: { entryFileNames: `${name}.mjs`, codeSplitting: false } },
            },
          });
        for (const [name, file] of Object.entries(drawing)) await copyFile(find(file), join(outDir, name));
      },
    },
  };
}
