import { jest } from '@jest/globals';
import { configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { Providers } from '../src/app/providers.tsx';
import { createQueryClient } from '../src/app/query-client.ts';

// As `eventually` of the other suites. Testing Library's own second was too short for the first page of a file: several suites
// run at once, and `findByRole` itself takes long on a large page.
configure({ asyncUtilTimeout: 15_000 });

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> };
type Answer = Reply | Promise<Reply>;
type Answers = Record<string, Answer | ((body: unknown) => Answer)>;

/** The server's clock in these tests: a Friday afternoon, 17:46 in Rome. */
export const serverTime = '2026-11-20T16:46:00Z';

/**
 * Answers the app's calls by "METHOD /path", and all others with 404. A test may change the answers while it runs.
 * `calls` lists the requests with their bodies.
 */
export function stubServer(answers: Answers) {
  const isGuest = () => {
    const user = answers['GET /api/auth/user'];
    return !user || (typeof user === 'object' && 'status' in user && user.status === 401);
  };
  // A browser with a session has the cookie that auth sets beside it.
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `signed-in=1; Max-Age=${isGuest() ? 0 : 3600}`;
  const calls: { call: string; body: unknown }[] = [];
  const fetchStub = async (input: unknown, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${String(input)}`;
    // A JSON body is parsed; a file is kept as it is.
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : (init.body ?? undefined);
    calls.push({ call, body });
    const found = answers[call] ?? (call === 'GET /api/auth/session' ? { body: { signedIn: !isGuest() } } : undefined);
    const answer = await (typeof found === 'function' ? found(body) : found);
    const { status = 200, body: reply, headers } = answer ?? notFound(call);
    return new Response(reply === undefined ? null : JSON.stringify(reply), {
      status,
      headers: { date: new Date(serverTime).toUTCString(), ...headers },
    });
  };
  globalThis.fetch = jest.fn(fetchStub) as never;
  return {
    answers,
    calls,
    bodiesOf: (call: string) => calls.filter((made) => made.call === call).map(({ body }) => body),
  };
}

const notFound = (call: string): Reply => ({
  status: 404,
  body: { error: 'NOT_FOUND', message: call },
});

/** A call that never ends, for the loading state. */
export const pending = new Promise<never>(() => {});

export const failure = (status: number, error: string, message: string): Answer => ({
  status,
  body: { error, message },
});

function Address() {
  const { pathname, search, hash } = useLocation();
  return <output aria-label="Address">{`${pathname}${search}${hash}`}</output>;
}

/** Renders a page at an address inside the app's providers. `path`: the route pattern at which it is rendered. */
export function show(page: ReactNode, address = '/', path = address.split(/[?#]/)[0] ?? '/') {
  const user = userEvent.setup();
  const view = render(
    <MemoryRouter initialEntries={[address]}>
      <Providers client={createQueryClient()}>
        <Routes>
          <Route path={path} element={page} />
          {path === '*' ? null : <Route path="*" element={<p>Another page</p>} />}
        </Routes>
        <Address />
      </Providers>
    </MemoryRouter>,
  );
  return { user, ...view };
}
