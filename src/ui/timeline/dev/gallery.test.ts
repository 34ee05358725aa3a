// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';

test('the gallery opens with the paused holder, both outcomes said', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  document.body.innerHTML = '<div id="root"></div>';
  await act(async () => {
    await import('./gallery.tsx');
  });
  expect([...document.querySelectorAll('[role="status"]')].map((status) => status.textContent)).toEqual([
    'corrupted',
    'fenced',
  ]);
});
