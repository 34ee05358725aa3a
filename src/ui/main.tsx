import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrokenPromise } from '../engine/assert.ts';
import { followAddress } from './link/address.ts';
import { openLink, type Opened } from './link/open-link.ts';
import { App } from './shell/App.tsx';
import { followTheme, storedTheme } from './shell/theme.ts';
import { AppContext } from './state/app-context.ts';
import { createAppStore } from './state/store.ts';
import './theme.css';
import './fonts.css';

const root = document.getElementById('root');
if (root === null) throw new BrokenPromise('index.html has an element with the id root');

const reactRoot = createRoot(root);

// Nothing is awaited here: a script that is loaded for a link may need this one to have run.
const opened = openLink(location.hash);
if (opened instanceof Promise) void opened.then(start);
else start(opened);

function start({ inputs, notices, tree }: Opened): void {
  const store = createAppStore(inputs, storedTheme(), tree);
  store.setState({ notices });
  followTheme(store);
  followAddress(store);
  // What was changed at earlier visits is not needed for what is seen first.
  void import('./branches/keep-work.ts').then(({ keepWork }) => keepWork(store));
  reactRoot.render(
    <StrictMode>
      <AppContext value={store}>
        <App />
      </AppContext>
    </StrictMode>,
  );
}
