import { memo } from 'react';
import { text } from '../text.ts';

const SECTIONS = [
  { name: text.page.why, selector: '.why' },
  { name: text.page.trace, selector: '.detail' },
  { name: text.page.parameters, selector: '.parameters' },
  { name: text.page.scenarios, selector: '.scenarios' },
] as const;

/** On a narrow page: ways to the sections further down. Buttons, for the address holds something else. */
export const SectionLinks = memo(function SectionLinks() {
  return (
    <nav className="section-links ui" aria-label={text.page.sections}>
      {SECTIONS.map(({ name, selector }) => (
        <button key={selector} type="button" onClick={() => goTo(selector)}>
          {name}
        </button>
      ))}
    </nav>
  );
});

function goTo(selector: string): void {
  const section = document.querySelector<HTMLElement>(selector);
  if (section === null) return;
  section.scrollIntoView({ block: 'start' });
  section.querySelector<HTMLElement>('button, input, select, summary')?.focus({ preventScroll: true });
}
