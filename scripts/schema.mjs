import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { root } from './lib/install.mjs';

/**
 * `npm run schema`: writes public/scenario.schema.json from the definitions that read scenario documents. The
 * test that compares the two makes the file; here it is told to keep what it made.
 */
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'src/scenarios/published-schema.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, UPDATE_SCHEMA: '1' },
});
process.exitCode = status ?? 1;
