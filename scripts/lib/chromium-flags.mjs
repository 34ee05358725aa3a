/**
 * Flags for a Chromium that tests or benches drive: no calls home, and no sandbox where it cannot have one
 * (the sandbox refuses to start as root).
 */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
];
