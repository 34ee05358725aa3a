import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import './fonts.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root');
createRoot(root).render(
  <StrictMode>
    <h1>Fenceline</h1>
  </StrictMode>,
);
