import { readFileSync } from 'node:fs';

import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Scales and zoom set inline styles on marks.
  "style-src 'self' 'unsafe-inline'",
  // A picture of the timeline is drawn through a blob address.
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export default defineConfig({
  // Relative addresses, so the build runs under any sub-path.
  base: './',
  plugins: [react(), contentSecurityPolicy(), fontLicense()],
  server: { host: '127.0.0.1', port: 5173 },
  preview: { host: '127.0.0.1', port: 4173 },
  build: {
    target: 'es2022',
    manifest: true,
    license: { fileName: 'licenses.md' },
    // Inlined assets would need data: in more of the policy's directives.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.mjs', 'bench/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['scripts/property-seed.ts'],
    // Property tests on a busy machine of two cores.
    testTimeout: 60_000,
    // Nothing is timed here, so that no core need be left free.
    maxWorkers: '100%',
  },
});

/** Only in the build: the dev server needs inline scripts and a socket for replacing modules in a running page. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'fenceline:content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: {
          'http-equiv': 'Content-Security-Policy',
          content: CONTENT_SECURITY_POLICY,
        },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** The font's licence travels with the font; the build's own list holds scripts only. */
function fontLicense(): Plugin {
  return {
    name: 'fenceline:font-license',
    apply: 'build',
    generateBundle() {
      const license = new URL('./node_modules/@fontsource-variable/inter/LICENSE', import.meta.url);
      this.emitFile({ type: 'asset', fileName: 'font-license.txt', source: readFileSync(license, 'utf8') });
    },
  };
}
