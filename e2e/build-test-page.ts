import path from 'node:path';

import { build } from 'vite';

/** Builds a page that only tests open, a folder beside this file, into `outDir`; it works under any path. */
export async function buildTestPage(folder: 'explorer-page' | 'map-page', outDir: string): Promise<void> {
  await build({
    root: path.join(import.meta.dirname, folder),
    configFile: false,
    base: './',
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  });
}
