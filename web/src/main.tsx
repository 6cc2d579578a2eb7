import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { createQueryClient } from './app/query-client.ts';
import './styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

const app = (
  <BrowserRouter>
    <App client={createQueryClient()} />
  </BrowserRouter>
);
// React renders a transition in short pieces, so that the page answers to its visitor meanwhile.
startTransition(() => {
  // The build has written the HTML of some pages; the others come with an empty root.
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
});
