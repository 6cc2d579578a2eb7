import Fastify, { type FastifyInstance } from 'fastify';
import { acceptForms } from '../core/bodies.ts';
import type { RequestLog } from '../core/requests.ts';
import { waitForHandlers } from '../core/running-handlers.ts';
import type { Page, Provider, Sandbox } from '../core/sandbox.ts';
import { inboxPage } from '../mail/inbox.page.ts';
import type { Inbox } from '../mail/inbox.ts';
import type { RunningSandbox } from '../start.ts';
import { addApi } from './api.ts';
import { addForms } from './forms.ts';
import { home } from './home.ts';
import { type Html, html, page } from './html.ts';

export interface ConsoleParts {
  sandbox: Sandbox;
  providers: readonly Provider[];
  requests: RequestLog;
  inbox: Inbox;
  setAway: RunningSandbox['setAway'];
  reset(): void;
}

/** The console: pages for people, a JSON API for tests, and the bytes of all media. */
export function consoleServer(parts: ConsoleParts): FastifyInstance {
  const { sandbox, providers } = parts;
  const pages = [...providers.flatMap((provider) => provider.pages ?? []), inboxPage(parts.inbox)];
  const app = Fastify({ forceCloseConnections: true });
  waitForHandlers(app);
  acceptForms(app);

  app.get('/', async (_request, reply) => reply.type('text/html').send(inFrame(pages, '/', 'Sandbox', home(parts))));
  app.get('/health', async () => ({ status: 'ok' }));
  app.get<{ Params: { id: string } }>('/media/:id', async (request, reply) =>
    sandbox.media.send(request, reply, request.params.id),
  );
  for (const page of pages) {
    app.get(page.path, async (request, reply) => {
      const body = await page.render(request);
      if (body === undefined) reply.code(404);
      const content = body ?? html`<h1>Not here</h1><p class="lead">There is nothing under this address.</p>`;
      return reply.type('text/html').send(inFrame(pages, page.path, page.title, content));
    });
  }
  for (const provider of providers) provider.console?.(app);
  addApi(app, parts);
  addForms(app, parts);
  return app;
}

function inFrame(pages: readonly Page[], path: string, title: string, body: Html): string {
  const links = [{ path: '/', title: 'Overview' }, ...pages.filter((page) => page.inNavigation)];
  return page(
    title,
    html`<header class="bar"><a class="brand" href="/"><span class="pip done" aria-hidden="true"></span>Provider sandbox</a>
<nav aria-label="Pages">${links.map((link) => html`<a href="${link.path}" ${link.path === path ? { html: 'aria-current="page"' } : ''}>${link.title}</a>`)}</nav></header>
<main class="wide">${body}</main>`,
  );
}
