import { guidePageNames } from '../../text/guide-pages.ts';
import { useAppStore } from '../state/app-context.ts';
import { openGuide } from '../state/guide.ts';
import { GUIDE_PAGES } from '../state/inputs.ts';

/** Links to the pages that explain, beside those that show. */
export function GuideLinks() {
  const store = useAppStore();
  return (
    <ul className="guide-links">
      {GUIDE_PAGES.map((page) => (
        <li key={page}>
          <button type="button" className="link" onClick={() => openGuide(store, page)}>
            {guidePageNames[page]}
          </button>
        </li>
      ))}
    </ul>
  );
}
