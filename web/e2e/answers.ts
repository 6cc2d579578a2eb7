import type { Page } from 'playwright-core';

/** The answers of a server that a journey cannot bring about: refusals, slow answers, states of a paid account. */
type Call = `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /api/${string}`;

const parts = (call: Call) => {
  const [method = '', path = ''] = call.split(' ');
  return { method, address: `**${path}` };
};

/** Answers a call without the server. */
export async function answer(page: Page, call: Call, status: number, json: unknown): Promise<void> {
  const { method, address } = parts(call);
  await page.route(address, (route) =>
    route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
  );
}

/** Makes a call fail as it does while its service restarts. */
export const fail = (page: Page, call: Call) =>
  answer(page, call, 503, { error: 'SERVICE_UNAVAILABLE', message: 'A part of Reelwright is restarting.' });

/** Makes a call fail without a sentence of the server, so that the page shows its own. */
export const failSilently = (page: Page, call: Call) => answer(page, call, 500, {});

/** Keeps a call waiting until the returned function is called; it then gets this answer. */
export async function hold(page: Page, call: Call, status: number, json: unknown): Promise<() => void> {
  const { method, address } = parts(call);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await released;
    await route.fulfill({ status, json });
  });
  return () => release();
}

/** Passes a read on to the server and changes some fields of its answer. */
export async function change(page: Page, path: `/api/${string}`, fields: object): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...fields } });
  });
}

/** Lets every call reach the server again. A read that is under way may end first. */
export const answerNothing = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' });
