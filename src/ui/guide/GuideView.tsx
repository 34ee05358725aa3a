import { useEffect, useRef } from 'react';
import { guidePageNames } from '../../text/guide-pages.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { openGuide } from '../state/guide.ts';
import { closeView } from '../state/store.ts';
import { GUIDE_PAGES } from '../state/inputs.ts';
import { text as page } from '../text.ts';
import { Comparison } from './Comparison.tsx';
import { Questions } from './Questions.tsx';
import { questions, text } from './words.ts';
import './guide.css';

/** The pages that explain: Redis against etcd with a short guide, and the questions with the rules of use. */
export function GuideView() {
  const store = useAppStore();
  const shown = useApp(({ guide }) => guide) ?? '';
  const heading = useRef<HTMLHeadingElement>(null);
  const name = guidePageNames[shown];
  useEffect(() => {
    document.title = page.page.title(name);
    heading.current?.focus();
  }, [name]);
  return (
    <div className="guide ui">
      <div className="guide-head">
        <h2 id="guide-heading" ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <button type="button" onClick={() => closeView(store, 'guide')}>
          {text.close}
        </button>
        <p>{shown === '' ? text.sentence : questions.sentence}</p>
        <nav aria-label={text.pages}>
          {GUIDE_PAGES.map((one) => (
            <button
              key={one}
              type="button"
              aria-current={one === shown ? 'page' : undefined}
              onClick={() => openGuide(store, one)}
            >
              {guidePageNames[one]}
            </button>
          ))}
        </nav>
      </div>
      {shown === '' ? <Comparison /> : <Questions />}
    </div>
  );
}
