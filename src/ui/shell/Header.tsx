import { lazy, memo, Suspense, useEffect } from 'react';
import { useApp, useAppStore } from '../state/app-context.ts';
import { text } from '../text.ts';
import { copyLink } from './copy-link.ts';
import { sourceName, sourceSentence } from './source-words.ts';
import { nextTheme } from './theme.ts';
import { useSaid } from './use-said.ts';

const StudyButton = lazy(async () => ({ default: (await import('../study/StudyButton.tsx')).StudyButton }));
const SaveTrace = lazy(async () => ({ default: (await import('../import/SaveTrace.tsx')).SaveTrace }));

/** The page's name, what is open, and what concerns the page as a whole. */
export const Header = memo(function Header() {
  const store = useAppStore();
  const source = useApp((state) => state.source);
  const theme = useApp((state) => state.theme);
  // The comparison and the guide say themselves what they are.
  const isShown = useApp((state) => state.dispatch === null && state.guide === null);
  const name = sourceName(source);
  useEffect(() => {
    if (isShown) document.title = text.page.title(name);
  }, [name, isShown]);

  return (
    <header className="app-header ui">
      <h1>{text.page.product}</h1>
      <div className="app-open">
        {isShown && (
          <>
            <h2>{name}</h2>
            <p>{sourceSentence(source)}</p>
          </>
        )}
      </div>
      <div className="app-actions">
        <button
          type="button"
          className="quiet"
          onClick={() => nextTheme(store)}
          title={text.page.theme(text.page.themes[theme])}
        >
          <ThemeShape theme={theme} />
          <span className="app-action-word">{text.page.themes[theme]}</span>
        </button>
        <button
          type="button"
          className="quiet"
          aria-haspopup="dialog"
          onClick={() => store.setState({ helpOpen: true })}
        >
          <kbd aria-hidden="true">?</kbd>
          <span className="app-action-word">{text.page.keyboard}</span>
        </button>
        <Suspense fallback={null}>
          <StudyButton />
          <SaveTrace />
        </Suspense>
        <CopyLink />
      </div>
    </header>
  );
});

function CopyLink() {
  const store = useAppStore();
  const [said, say] = useSaid();
  return (
    <>
      <button
        type="button"
        className="primary"
        data-command="copy-link"
        onClick={() => void copyLink(store).then(say)}
      >
        {text.page.copyLink}
      </button>
      <span className="said" role="status">
        {said ? text.page.linkCopied : ''}
      </span>
    </>
  );
}

function ThemeShape({ theme }: { readonly theme: 'system' | 'light' | 'dark' }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      {theme === 'system' && <path d="M7 2a5 5 0 0 1 0 10z" fill="currentColor" />}
      {theme === 'dark' && <circle cx="7" cy="7" r="5" fill="currentColor" />}
    </svg>
  );
}
