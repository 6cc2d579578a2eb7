import type { Browser, Page, Request } from 'playwright-core';

export const kinds = ['document', 'script', 'stylesheet', 'font', 'image', 'media'] as const;
export type Bytes = Record<(typeof kinds)[number], number>;

const PHONE = { width: 412, height: 823 };

interface Visit {
  readonly url: string;
  /** A session, as in the header of a request. */
  readonly cookies?: readonly { name: string; value: string; url: string }[];
}

/**
 * The compressed bytes of a page's files on a phone, as the browser has received them: before the browser may be idle or
 * anybody touches the page, and what comes on top afterwards.
 */
export async function bytesOf(browser: Browser, { url, cookies = [] }: Visit): Promise<{ first: Bytes; later: Bytes }> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  await context.addCookies([...cookies]);
  const page = await context.newPage();
  try {
    // The page is never told that the browser is idle, until the test says so.
    await page.addInitScript(() => {
      const waiting: (() => void)[] = [];
      Object.assign(window, {
        requestIdleCallback: (run: () => void) => waiting.push(run),
        becomeIdle: () => waiting.splice(0).forEach((run) => void run()),
      });
    });
    const first = await receive(page, () => page.goto(url, { waitUntil: 'networkidle' }));
    const later = await receive(page, async () => {
      await page.evaluate(() => (window as unknown as { becomeIdle(): void }).becomeIdle());
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(2_000);
    });
    return { first, later };
  } finally {
    await context.close();
  }
}

async function receive(page: Page, act: () => Promise<unknown>): Promise<Bytes> {
  const bytes: Bytes = { document: 0, script: 0, stylesheet: 0, font: 0, image: 0, media: 0 };
  const sizes: Promise<void>[] = [];
  const add = (request: Request) => {
    const kind = kinds.find((each) => each === request.resourceType());
    if (!kind) return;
    sizes.push(
      request.sizes().then(({ responseBodySize }) => {
        bytes[kind] += responseBodySize;
      }),
    );
  };
  page.on('requestfinished', add);
  await act();
  page.off('requestfinished', add);
  await Promise.all(sizes);
  return bytes;
}
