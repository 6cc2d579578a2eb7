import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { notFoundFile, pageFile, paths, prerenderedPaths } from './app/paths.ts';
import { createQueryClient } from './app/query-client.ts';
import { TitleContext } from './app/use-page-title.ts';
import { descriptions, hero } from './content/marketing.ts';
import { LandingPage } from './pages/landing.tsx';

export interface PrerenderedPage {
  /** Relative to the build's folder. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  /** Links that React puts before the page: pictures that are loaded first. */
  readonly links: string;
  readonly html: string;
}

/** No page has this address: the app shows its 404 page. */
const UNKNOWN_ADDRESS = '/not-found';

/** The HTML of the pages that a guest sees before any script has run. */
export async function renderPages(): Promise<PrerenderedPage[]> {
  const pages: PrerenderedPage[] = [];
  for (const path of prerenderedPaths) {
    pages.push({ file: pageFile(path), ...(path === paths.landing ? renderLanding() : await renderApp(path)) });
  }
  return [...pages, { file: notFoundFile, ...(await renderApp(UNKNOWN_ADDRESS)) }];
}

/** The landing page is never rendered in the browser, so its HTML has nothing that React would look for. */
function renderLanding() {
  const { page, title } = at(paths.landing, <LandingPage />);
  return describe(paths.landing, renderToStaticMarkup(page), title());
}

/** What the app renders first in the browser, which then takes this HTML over. */
async function renderApp(path: string) {
  const client = createQueryClient();
  const { page, title } = at(path, <App client={client} />);
  // Large pages stay in one piece: pieces would need inline scripts to put them together.
  const failures: unknown[] = [];
  const { prelude } = await prerender(page, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (failure) => void failures.push(failure),
  });
  const rendered = await new Response(prelude).text();
  // Its timers of five minutes would keep the build running so long.
  client.clear();
  if (failures.length > 0) throw failures[0];
  return describe(path, rendered, title());
}

function at(path: string, page: ReactNode) {
  let title = '';
  const collect = (found: string) => {
    title = found;
  };
  return {
    page: (
      <TitleContext value={collect}>
        <StaticRouter location={path}>{page}</StaticRouter>
      </TitleContext>
    ),
    title: () => title,
  };
}

/** React puts the links of a page without a head before it. */
function describe(path: string, rendered: string, title: string) {
  const links = /^(?:<link [^>]*>)*/.exec(rendered)?.[0] ?? '';
  return { title, description: descriptions[path] ?? hero.lead, links, html: rendered.slice(links.length) };
}
