import type { ScenarioBody } from '../../scenarios/schema.ts';

/**
 * Services whose runs the explorer's monitor does not judge as the verdict does in
 * every case yet: records that a failover forgets and grants again, and locks that end with their process.
 * docs/EXPLORER.md says so. Playback and its verdict are not concerned.
 */
export function isJudgedApart({ service }: ScenarioBody): boolean {
  return service.kind === 'in-process' || 'replica' in service;
}
