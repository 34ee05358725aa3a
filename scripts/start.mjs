import { installIfMissing, root } from './lib/install.mjs';
import { onEnd } from './lib/lifetime.mjs';

/** `npm start`: installs what is missing, serves the app for development and prints its address. */

const FIRST_PORT = 5173;
const CLOSE_TIME_LIMIT_MS = 1000;

installIfMissing();

const { createServer } = await import('vite');
const server = await createServer({
  root,
  // Vite's own lines are for people who know Vite; ours say what to open.
  logLevel: 'warn',
  server: { host: '127.0.0.1', port: portFromArguments(), strictPort: false },
});
await server.listen();

const address = server.resolvedUrls?.local[0] ?? 'an unknown address';
process.stdout.write(`Fenceline is at ${address}\nStop it with Ctrl+C.\n`);

onEnd(() => {
  // An open page keeps its socket, which would hold the close back.
  setTimeout(() => process.exit(0), CLOSE_TIME_LIMIT_MS).unref();
  void server.close().finally(() => process.exit(0));
});

/** `npm start -- --port 8080`; the next free port is taken where the wanted one is in use. */
function portFromArguments() {
  const at = process.argv.indexOf('--port');
  if (at === -1) return FIRST_PORT;
  const port = Number(process.argv[at + 1]);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  process.stderr.write('--port needs a number from 1 to 65535.\n');
  process.exit(2);
}
