/** Process states, the same for every component: what is paused keeps what arrives, what crashed loses it. */
export const processRegion = {
  initial: 'running',
  states: {
    running: { on: { pause: 'paused', crash: 'crashed' } },
    paused: { tags: 'paused', on: { resume: 'running', crash: 'crashed' } },
    crashed: { tags: 'crashed', on: { restart: 'running' } },
  },
} as const;
