import { chmodSync } from 'node:fs';
import path from 'node:path';

import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

/** The command line as one file that needs nothing but Node. */
export default defineConfig({
  publicDir: false,
  plugins: [executable()],
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli/fenceline.ts',
    target: 'node20',
    outDir: 'dist-cli',
    license: { fileName: 'licenses.md' },
    minify: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'fenceline.mjs',
        codeSplitting: false,
        banner: '#!/usr/bin/env node',
      },
    },
  },
});

function executable(): Plugin {
  return {
    name: 'fenceline:executable',
    writeBundle(options, bundle) {
      for (const file of Object.keys(bundle)) chmodSync(path.join(options.dir ?? '', file), 0o755);
    },
  };
}
