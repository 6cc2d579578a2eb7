import { afterAll, beforeAll, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { paths } from '../src/app/paths.ts';
import { eventually, newVisitor, openBrowser, signUp, step, type Visitor } from './fixtures.ts';

/** axe's rules for WCAG 2.2 AA and its best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 640 };
const DESKTOP = { width: 1440, height: 900 };
const BETWEEN = { width: 920, height: 800 };
const GUEST_ONLY: readonly string[] = [paths.login, paths.signup, paths.forgottenPassword, paths.resetPassword];

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
  await signUp(visitor);
}, 60_000);
afterAll(() => browser.close());

/** Waits until the page shows its heading and has finished loading. */
async function open(page: Page, path: string): Promise<void> {
  const response = await page.goto(path, { waitUntil: 'networkidle' });
  expect([path, response?.status()]).toEqual([path, 200]);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
}

async function expectToFit(page: Page, path: string): Promise<void> {
  for (const viewport of [NARROWEST, BETWEEN, DESKTOP]) {
    await page.setViewportSize(viewport);
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, viewport.width, tooWide]).toEqual([path, viewport.width, 0]);
  }
}

async function expectAccessible(page: Page, path: string): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async (values) => {
    const run = (window as unknown as { axe: typeof axe }).axe.run;
    const found = await run(document, { runOnly: { type: 'tag', values } });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }, RULES);
  expect([path, page.viewportSize()?.width, violations]).toEqual([path, page.viewportSize()?.width, []]);
}

it.each(['light', 'dark'] as const)(
  'serves every page, fitting the screen from 320 to 1440 px and passing axe, in %s',
  async (colorScheme) => {
    const { page, faults } = visitor;
    const guest = await newVisitor(browser);
    for (const path of Object.values(paths)) {
      const reader = GUEST_ONLY.includes(path) ? guest.page : page;
      await reader.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await step(`can use ${path}`, async () => {
        await reader.setViewportSize(PHONE);
        await open(reader, path);
        await expectAccessible(reader, path);
        await expectToFit(reader, path);
        await expectAccessible(reader, path);
      });
    }
    expect([...faults, ...guest.faults]).toEqual([]);
    await guest.context.close();
  },
);

it('answers any other address with the 404 page, which plays a reel beside a link home', async () => {
  const { page } = visitor;
  for (const path of ['/nowhere', '/terms/nothing', '/regenerations', '/admin/stats']) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await page.getByText('Did you forget to add the page to the router?').waitFor();
    await expectAccessible(page, path);
    await expectToFit(page, path);
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
