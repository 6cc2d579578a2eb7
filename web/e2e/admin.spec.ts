import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { connect, subscribe } from './accounts.ts';
import { figuresInDatabases, figuresOnScreen } from './admin-figures.ts';
import {
  callApi,
  eventually,
  newVisitor,
  openBrowser,
  RENDERING_MS,
  sandbox,
  setting,
  signUp,
  step,
  type Visitor,
} from './fixtures.ts';

const DAY_MS = 86_400_000;
const TITLE = 'Dashboard Amministratore';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A visitor with a user agent that is not headless: visits of headless browsers are not counted. */
const newPerson = () =>
  newVisitor(browser, {
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
  });

const codeField = (page: Page) => page.getByLabel('Codice di Accesso');
const lockedTitle = (page: Page) => page.getByRole('heading', { name: 'Accesso Admin' });

async function enter(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.keyboard.press('Enter');
}

async function save({ page }: Visitor, scheduledDates: { date: string; time: string }[]): Promise<void> {
  const response = await page.request.post('/api/video-configurations', {
    data: { videoType: 'v1', includeAudio: true, scheduledDates },
  });
  expect([response.status(), await response.text()]).toEqual([200, expect.anything()]);
}

it('shows an administrator the numbers that the services have stored', async () => {
  await step(
    'and other people signed up, made a video twice, bought a plan, scheduled entries and connected a platform',
    async () => {
      const [maker, buyer, onlooker] = [await newPerson(), await newPerson(), await newPerson()];
      await signUp(onlooker);
      for (const path of ['/', '/pricing', '/pricing', '/data-deletion']) await onlooker.page.goto(path);

      await signUp(maker);
      await save(maker, []);
      await signUp(buyer);
      await subscribe(buyer, 'Starter');
      await connect(buyer, 'YouTube');
      await connect(buyer, 'TikTok');
      const date = new Date((await sandbox.now()).getTime() + 5 * DAY_MS).toISOString().slice(0, 10);
      await save(buyer, [{ date, time: '09:00' }]);

      await eventually(async () => {
        const { videos } = await callApi<{ videos: { stages: { rendering: { state: string } } }[] }>(
          maker,
          '/api/videos',
        );
        expect(videos[0]?.stages.rendering.state).toBe('done');
      }, RENDERING_MS);
      expect((await maker.page.request.post('/api/regenerate-videos')).status()).toBe(200);
      for (const { faults, context } of [maker, buyer, onlooker]) {
        expect(faults).toEqual([]);
        await context.close();
      }
    },
  );

  const visitor = await newPerson();
  const { page } = visitor;

  await step('enters five wrong codes and has to wait', async () => {
    await page.goto('/admin');
    await lockedTitle(page).waitFor();
    expect(await page.getByRole('button', { name: 'Accedi alla Dashboard' }).isDisabled()).toBe(true);
    const answer = page.getByRole('alert');
    let refused = 0;
    for (let tries = 0; tries < 12; tries += 1) {
      await enter(page, 'not the code');
      await answer.waitFor();
      if ((await answer.textContent())?.startsWith('Troppi tentativi. Riprova tra')) break;
      expect(await answer.textContent()).toBe('Codice non valido');
      expect(await codeField(page).inputValue()).toBe('');
      refused += 1;
    }
    // On a busy machine the first waits may end before the next code is typed.
    expect(refused).toBeGreaterThanOrEqual(5);
    expect(refused).toBeLessThan(12);
  });

  await step('opens the page with the right code once the wait is over, by keyboard alone', async () => {
    await page.getByText('Ora puoi riprovare.').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(setting('ADMIN_CODE'));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Esci' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(TITLE);
  });

  await step('sees the same numbers as the services’ databases', async () => {
    const figures = await eventually(async () => {
      await page.getByRole('button', { name: 'Aggiorna' }).click();
      await page.getByText(/^Aggiornato alle \d\d:\d\d$/).waitFor();
      const shown = await figuresOnScreen(page);
      expect(shown).toEqual(await figuresInDatabases());
      // The video of the first person is rendered twice.
      expect(shown.videos['Video generati']).toBeGreaterThanOrEqual(2);
      return shown;
    });
    expect(figures.users['Nuovi oggi']).toBeGreaterThanOrEqual(3);
    expect(figures.cards['Configurazioni video']).toBeGreaterThanOrEqual(2);
    expect(figures.plans.starter?.[1]).toBeGreaterThanOrEqual(33.9);
    expect(figures.videos.Rigenerazioni).toBeGreaterThanOrEqual(1);
    expect(figures.social.YouTube).toBeGreaterThanOrEqual(1);
    expect(figures.visits.Oggi).toBeGreaterThanOrEqual(8);
  });

  await step('reaches everything by keyboard, and reads the value of one day on a chart', async () => {
    await page.reload();
    await page.getByText(/^Aggiornato alle/).waitFor();
    const reached: string[] = [];
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(() => {
          const { activeElement: element } = document;
          return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
        }),
      );
    }
    const line = (name: string) => [`${name}: scegli il giorno`, 'Tutti i valori'];
    expect(reached).toEqual([
      'Vai al contenuto',
      'Reelwright',
      'Passa tra tema chiaro e scuro',
      'Esci',
      'Aggiorna',
      ...line('Visite al giorno'),
      ...line('Nuovi utenti'),
      ...line('Video generati'),
      ...line('Rigenerazioni'),
      'Ricavi al mese: scegli il mese',
      'Tutti i valori',
    ]);
    const visits = page.getByRole('region', { name: 'Visite al giorno' }).getByRole('slider');
    await visits.focus();
    await page.keyboard.press('Home');
    expect(await visits.getAttribute('aria-valuetext')).toMatch(/^\d{1,2} \p{L}{3}: \d+$/u);
  });

  await step('can read the page on a phone and on a desktop without scrolling sideways', async () => {
    for (const width of [320, 390, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([width, beyond]).toEqual([width, 0]);
    }
  });

  await step('is asked for the code in another tab of the same browser', async () => {
    const tab = await visitor.context.newPage();
    await tab.goto('/admin');
    await lockedTitle(tab).waitFor();
    expect(await tab.getByText('Utenti totali').count()).toBe(0);
    await tab.close();
  });

  await step('leaves with Esci, and the server refuses the reports', async () => {
    const report = () => page.request.get('/api/admin/stats/overview');
    expect((await report()).status()).toBe(200);
    const cookies = await visitor.context.cookies();
    await page.getByRole('button', { name: 'Esci' }).focus();
    await page.keyboard.press('Enter');
    await lockedTitle(page).waitFor();
    await eventually(async () => expect((await report()).status()).toBe(401), 10_000);
    await page.reload();
    await lockedTitle(page).waitFor();
    await visitor.context.addCookies(cookies);
    await eventually(async () => expect((await report()).status()).toBe(401), 10_000);
  });
  expect(visitor.faults).toEqual([]);
});
