import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrokenPromise } from '../engine/assert.ts';
import { followAddress } from './link/address.ts';
import { openLink } from './link/open-link.ts';
import { App } from './shell/App.tsx';
import { followTheme, storedTheme } from './shell/theme.ts';
import { AppContext } from './state/app-context.ts';
import { createAppStore } from './state/store.ts';
import './theme.css';
import './fonts.css';

const root = document.getElementById('root');
if (root === null) throw new BrokenPromise('index.html has an element with the id root');

const opened = openLink(location.hash);
const { inputs, notices, tree } = opened instanceof Promise ? await opened : opened;
const store = createAppStore(inputs, storedTheme(), tree);
store.setState({ notices });
followTheme(store);
followAddress(store);
// What was changed at earlier visits is not needed for what is seen first.
void import('./branches/keep-work.ts').then(({ keepWork }) => keepWork(store));
createRoot(root).render(
  <StrictMode>
    <AppContext value={store}>
      <App />
    </AppContext>
  </StrictMode>,
);
