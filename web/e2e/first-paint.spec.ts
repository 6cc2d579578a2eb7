import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { bytesOf } from '../bench/page-bytes.ts';
import { paths, prerenderedPaths } from '../src/app/paths.ts';
import { newVisitor, openBrowser, setting, signUp, step } from './fixtures.ts';
import { errorsOf, expectStill, WIDTHS, watchShifts } from './looks.ts';

const HEADLINES: Readonly<Record<string, string>> = {
  [paths.landing]: 'Your next reel, already posted.',
  [paths.login]: 'Welcome back',
  [paths.signup]: 'Create your account',
  [paths.forgottenPassword]: 'Forgot your password?',
  [paths.faq]: 'FAQ',
  [paths.pricing]: 'Pricing',
  [paths.terms]: 'Terms of Service',
  [paths.privacy]: 'Privacy Policy',
  [paths.dataDeletion]: 'Data deletion',
  [paths.apiDocs]: 'API documentation',
  [paths.contact]: 'Contact',
};
/** The questions are for people with an account: a guest is sent away. */
const guestPages = prerenderedPaths.filter((path) => path !== paths.faq);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('before any script has run', () => {
  it.each(prerenderedPaths)('%s shows its headline and its links', async (path) => {
    const { context, page } = await newVisitor(browser, { javaScriptEnabled: false });
    await page.goto(path);
    expect(await page.locator('h1').textContent()).toBe(HEADLINES[path]);
    const hrefs = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs).toContain(path === paths.faq ? paths.dashboard : paths.landing);
    await context.close();
  });

  it.each([paths.login, paths.signup, paths.forgottenPassword])(
    '%s takes no text, which would be lost',
    async (path) => {
      const { context, page } = await newVisitor(browser, { javaScriptEnabled: false });
      await page.goto(path);
      expect(await page.locator('form').evaluateAll((forms: HTMLElement[]) => forms.map(({ inert }) => inert))).toEqual(
        [true],
      );
      await context.close();
    },
  );

  it('no plan can be chosen, because it is not known whose page it is', async () => {
    const { context, page } = await newVisitor(browser, { javaScriptEnabled: false });
    await page.goto(paths.pricing);
    expect(await page.getByRole('button', { name: 'Choose Plan, Starter' }).isDisabled()).toBe(true);
    expect(await page.locator('.segment').evaluate((segment: HTMLElement) => segment.inert)).toBe(true);
    await context.close();
  });

  it('no sample of code can be copied, because the address of this installation is not known', async () => {
    const { context, page } = await newVisitor(browser, { javaScriptEnabled: false });
    await page.goto(paths.apiDocs);
    const blocks = page.locator('.code-block');
    expect(await blocks.count()).toBeGreaterThan(10);
    expect(await blocks.evaluateAll((all: HTMLElement[]) => all.every(({ inert }) => inert))).toBe(true);
    await context.close();
  });

  it('an unknown address shows the 404 page', async () => {
    const { context, page } = await newVisitor(browser, { javaScriptEnabled: false });
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    expect(await page.locator('h1').textContent()).toBe('404 Page Not Found');
    await context.close();
  });
});

describe('a guest’s browser', () => {
  it.each(WIDTHS)('has no error to report, and moves nothing, %s px wide', async (width) => {
    const { context, page } = await newVisitor(browser);
    const errors = errorsOf(page);
    const moved = await watchShifts(page);
    await page.setViewportSize({ width, height: 900 });
    for (const path of guestPages) {
      await step(`can read ${path}`, async () => {
        await page.goto(path, { waitUntil: 'networkidle' });
        expect([path, errors]).toEqual([path, []]);
        expectStill(await moved());
      });
    }
    await context.close();
  });

  it('is not asked who its person is', async () => {
    const { context, page } = await newVisitor(browser);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    for (const path of guestPages) await page.goto(path, { waitUntil: 'networkidle' });
    expect(calls.filter((path) => path === '/api/auth/user' || path === '/api/auth/session')).toEqual([]);
    await context.close();
  });

  it('is sent from the questions to the login page without an error', async () => {
    const { context, page } = await newVisitor(browser);
    const errors = errorsOf(page);
    await page.goto(paths.faq);
    await page.waitForURL(`**${paths.login}`);
    expect(errors).toEqual([]);
    await context.close();
  });
});

it('loads the landing page within its budget, and no clip before the browser is idle', async () => {
  const { first, later } = await bytesOf(browser, { url: `${setting('BASE_URL')}/` });
  expect(first.script).toBeGreaterThan(0);
  expect(first.script).toBeLessThanOrEqual(10_000);
  expect(first.stylesheet).toBeLessThanOrEqual(15_000);
  expect(first.font).toBeLessThanOrEqual(55_000);
  expect(first.image).toBeGreaterThan(0);
  expect(first.media).toBe(0);
  expect(later.media).toBeGreaterThan(0);
});

it('plays the clips once a person touches the page, but not where data is saved', async () => {
  for (const saveData of [false, true]) {
    const { context, page } = await newVisitor(browser, { reducedMotion: 'no-preference' });
    await page.addInitScript((isSaving) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: isSaving } });
      Object.assign(window, { requestIdleCallback: () => 0 });
    }, saveData);
    const clips: string[] = [];
    page.on('request', (request) => request.resourceType() === 'media' && clips.push(request.url()));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(clips).toEqual([]);
    await page.mouse.wheel(0, 60);
    if (saveData) await page.waitForTimeout(1_000);
    else await page.waitForRequest(/\.mp4$/).catch(() => {});
    expect([saveData, clips.length > 0]).toEqual([saveData, !saveData]);
    await context.close();
  }
});

it('keeps the scripts of the app’s pages aside until the page has been painted, and then loads them', async () => {
  const { context, page } = await newVisitor(browser);
  for (const path of guestPages.filter((each) => each !== paths.landing)) {
    const [head = '', aside = ''] = (await (await page.request.get(path)).text()).split('<template id="app-scripts">');
    expect([path, /<script [^>]*src=|rel="modulepreload"/.test(head)]).toEqual([path, false]);
    expect(aside).toContain('<script type="module"');
    const script = page.waitForRequest(/\/assets\/index-.*\.js$/);
    await page.goto(path);
    await script;
  }
  await context.close();
});

it('loads the scripts of the page behind a link that somebody points at', async () => {
  const { context, page } = await newVisitor(browser);
  await page.goto('/', { waitUntil: 'networkidle' });
  const react = page.waitForRequest(/\/assets\/react-.*\.js$/);
  await page.getByRole('link', { name: 'Get Started', exact: true }).hover();
  await react;
  expect(new URL(page.url()).pathname).toBe('/');
  await context.close();
});

describe('the cookie that says that there may be a session', () => {
  it('shows a signed-in person the way to the dashboard before any request, and moves nothing', async () => {
    const visitor = await newVisitor(browser);
    const { context, page } = visitor;
    const errors = errorsOf(page);
    const moved = await watchShifts(page);
    await signUp(visitor);
    await page.getByText('Account created!').waitFor();
    for (const path of [paths.landing, paths.pricing, paths.terms]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      const header = page.locator('header').getByRole('link', { name: 'Dashboard' });
      expect(await header.getAttribute('href')).toBe('/dashboard');
      expectStill(await moved());
    }
    await page.goto('/');
    const start = page.getByRole('link', { name: 'Make your first video', exact: true }).first();
    expect(await start.getAttribute('href')).toBe('/dashboard');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('breaks nothing where it is missing', async () => {
    const visitor = await newVisitor(browser);
    const { context, page } = visitor;
    await signUp(visitor);
    await context.clearCookies({ name: 'signed-in' });
    await page.goto(paths.terms);
    await page.getByRole('link', { name: 'Sign In' }).waitFor();
    await page.goto(paths.dashboard);
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
    await page.goto(paths.terms);
    await page.locator('header').getByRole('link', { name: 'Dashboard' }).waitFor();
    await context.close();
  });

  it('breaks nothing where there is no session', async () => {
    const { context, page } = await newVisitor(browser);
    await context.addCookies([{ name: 'signed-in', value: '1', url: setting('BASE_URL') }]);
    await page.goto('/');
    await page.locator('header').getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL(`**${paths.login}`);
    await page.goto('/');
    await page.locator('header').getByRole('link', { name: 'Get Started' }).waitFor();
    await context.close();
  });
});
