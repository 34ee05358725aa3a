// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { builtin } from '../../scenarios/builtin/index.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { timelineText } from '../../text/timeline.ts';
import { HatchKey } from './HatchKey.tsx';

/** What is said of the hatches of a scenario's run. */
function said(id: string, configuration: string): string {
  const scenario = builtin(id);
  if (scenario === undefined) throw new Error(`there is no ${id}`);
  const played = playConfiguration(scenario, configuration, {});
  if (!played.ok) throw new Error(JSON.stringify(played.problems));
  return renderToStaticMarkup(<HatchKey runs={[played.value.run]} text={timelineText} />);
}

test('both hatches are told where both are drawn', () => {
  const words = said('paused-holder', 'naive');
  expect(words).toContain(timelineText.hatches.zombie);
  expect(words).toContain(timelineText.hatches.danger);
});

test('one is where nobody else was granted the key, and none where no lease was outlived', () => {
  const words = said('release-after-expiry', 'naive');
  expect(words).toContain(timelineText.hatches.zombie);
  expect(words).not.toContain(timelineText.hatches.danger);
  // Its place is there all the same, without a word.
  expect(said('renew-before-expiry', 'naive')).toMatch(/^<p [^>]*><\/p>$/u);
});
