import type { LinkLatency, Model } from '../../engine/model.ts';
import { fromMs } from '../../engine/time.ts';
import type { ScenarioBody } from '../schema.ts';

/** How long messages take on each link of a document. */
export function latencyOf(body: ScenarioBody): Model['latency'] {
  const byEnds = new Map<string, LinkLatency>();
  for (const { between, latency, jitter, loss, duplicate, fifo } of body.links) {
    const [a, b] = between;
    const link: LinkLatency = {
      baseUs: fromMs(latency),
      jitterUs: fromMs(jitter),
      ...(loss > 0 ? { loss } : {}),
      ...(duplicate > 0 ? { duplicate } : {}),
      ...(fifo ? { keepsOrder: true } : {}),
    };
    byEnds.set(`${a} ${b}`, link).set(`${b} ${a}`, link);
  }
  const other: LinkLatency = { baseUs: fromMs(body.latency), jitterUs: fromMs(0) };
  return (from, to) => byEnds.get(`${from} ${to}`) ?? other;
}
