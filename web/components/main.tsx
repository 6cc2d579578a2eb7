import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Providers } from '../src/app/providers.tsx';
import { createQueryClient } from '../src/app/query-client.ts';
import '../src/styles/index.css';
import '../src/styles/admin.css';
import './components.css';
import { ComponentsPage } from './components-page.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <Providers client={createQueryClient()}>
        <ComponentsPage />
      </Providers>
    </BrowserRouter>
  </StrictMode>,
);
