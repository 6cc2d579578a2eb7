import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { paths } from '../src/app/paths.ts';
import { eventually, newVisitor, openBrowser, signUp, step, type Visitor } from './fixtures.ts';
import { errorsOf, expectAccessible, expectNoSidewaysScroll, expectStill, WIDTHS, watchShifts } from './looks.ts';

/** At each width, another one that is checked with it: the narrowest phone, and between two forms of the header. */
const NEAR: Readonly<Record<number, number>> = { 375: 320, 768: 920 };
const GUEST_ONLY: readonly string[] = [paths.login, paths.signup, paths.forgottenPassword, paths.resetPassword];

/** A tab in which errors and movements are noted. */
interface Tab {
  readonly page: Page;
  readonly errors: string[];
  readonly moved: Awaited<ReturnType<typeof watchShifts>>;
}

let browser: Browser;
let own: Tab;
let guest: Tab;
beforeAll(async () => {
  browser = await openBrowser();
  const visitor = await newVisitor(browser);
  await signUp(visitor);
  own = await watched(visitor);
  guest = await watched(await newVisitor(browser));
}, 60_000);
afterAll(() => browser.close());

const watched = async ({ page }: Visitor): Promise<Tab> => ({
  page,
  errors: errorsOf(page),
  moved: await watchShifts(page),
});

/** Waits until the page shows its heading and has finished loading. */
async function open(page: Page, path: string): Promise<void> {
  const response = await page.goto(path, { waitUntil: 'networkidle' });
  expect([path, response?.status()]).toEqual([path, 200]);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
}

// A page is opened at each width, since what moves depends on it. axe looks at its two forms, the phone's and the
// desktop's; a tablet shows parts of both.
it.each(WIDTHS)(
  'serves every page, %s px wide: nothing moves or scrolls sideways, no error, and axe agrees',
  async (width) => {
    for (const path of Object.values(paths)) {
      const { page, errors, moved } = GUEST_ONLY.includes(path) ? guest : own;
      await step(`can use ${path}`, async () => {
        errors.length = 0;
        await page.setViewportSize({ width, height: 900 });
        await open(page, path);
        expectStill(await moved());
        expect(errors).toEqual([]);
        await expectNoSidewaysScroll(page);
        if (width !== 768) await expectAccessible(page);
        await page.setViewportSize({ width: NEAR[width] ?? width, height: 900 });
        await expectNoSidewaysScroll(page);
      });
    }
  },
);

it('answers any other address with the 404 page, which plays a reel beside a link home', async () => {
  const { page } = own;
  for (const path of ['/nowhere', '/terms/nothing', '/regenerations', '/admin/stats']) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await page.getByText('Did you forget to add the page to the router?').waitFor();
  }
  for (const width of [...Object.values(NEAR), ...WIDTHS]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  const muted = () => page.locator('main video').evaluate((clip: HTMLVideoElement) => clip.muted);
  const time = () => page.locator('main video').evaluate((clip: HTMLVideoElement) => clip.currentTime);
  expect(await time()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  await eventually(async () => expect(await time()).toBeGreaterThan(0));
  expect(await muted()).toBe(true);
  await page.getByRole('link', { name: 'Back to home' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});
