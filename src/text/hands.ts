/** Names of what can be taken hold of in the picture. */
export const handsText = {
  'pause-start': (node: string) => `Start of the pause of ${node}`,
  'pause-end': (node: string) => `End of the pause of ${node}`,
  crash: (node: string) => `Crash of ${node}`,
  restart: (node: string) => `Restart of ${node}`,
  clock: (node: string) => `Clock step of ${node}`,
  act: (client: string) => `What ${client} is made to do by hand`,
  'fault-start': (node: string, kind: string) => `Start of "${kind}" at ${node}`,
  'fault-end': (node: string, kind: string) => `End of "${kind}" at ${node}`,
  'cut-start': (node: string, other: string) => `Start of the cut between ${node} and ${other}`,
  'cut-end': (node: string, other: string) => `End of the cut between ${node} and ${other}`,
  'lease-end': (client: string) => `End of the lease of ${client}, by its TTL`,
  arrival: (message: string, to: string) => `Arrival of ${message} at ${to}`,
  sending: (client: string, to: string) => `${client} sends a write to ${to}`,
};
