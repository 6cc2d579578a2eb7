import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connectAll, subscribe } from './accounts.ts';
import { callApi, eventually, newVisitor, openBrowser, sandbox, signUp, type Visitor } from './fixtures.ts';

/**
 * Takes the README's screenshots of a running stack. BASE_URL, SANDBOX_URL and CHROME_PATH locate it.
 * `make screenshots` runs it against `make up`.
 */
const folder = join(import.meta.dirname, '../screenshots');
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
try {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await page.goto('/');
  await page.waitForTimeout(2_000);
  await picture('landing');
  await signUp(visitor);
  await subscribe(visitor, 'Pro');
  await connectAll(visitor);
  await page.goto('/social');
  await page.getByRole('region', { name: 'Instagram' }).getByText('Connected', { exact: true }).waitFor();
  await picture('connections');
  await page.goto('/dashboard?view=configuration');
  await page.getByRole('radio', { name: /Earth Zoom/ }).check({ force: true });
  await page.waitForTimeout(1_500);
  await picture('styles');
  await schedule(visitor);
  await page.goto('/dashboard?view=configuration');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.waitForTimeout(800);
  await picture('calendar');
  await postFirst(visitor);
  await page.goto('/dashboard?view=videos');
  await page.waitForTimeout(2_500);
  await picture('videos');
  await page.goto(`${sandbox.url}/feed/tiktok`);
  await page.waitForTimeout(1_500);
  await picture('feed');

  async function picture(name: string): Promise<void> {
    await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 84 });
  }
} finally {
  await browser.close();
}

/** Schedules six entries on the next days. */
async function schedule({ page }: Visitor): Promise<void> {
  const today = (await sandbox.now()).getTime();
  const scheduledDates = [1, 2, 4, 6, 8, 9].map((days, index) => ({
    date: new Date(today + days * 86_400_000).toISOString().slice(0, 10),
    time: index % 2 === 0 ? '09:00' : '18:00',
  }));
  const data = {
    videoType: 'v3',
    includeAudio: true,
    scheduledDates,
    notes: 'Find your quiet place',
    timeZone: 'Europe/Rome',
  };
  const saved = await page.request.post('/api/video-configurations', { data });
  if (!saved.ok()) throw new Error(await saved.text());
}

/** Moves product time to the first entry, so that one video is being made and one is posted. */
async function postFirst(visitor: Visitor): Promise<void> {
  const { scheduledDates } = await callApi<{ scheduledDates: { publishAt: string }[] }>(
    visitor,
    '/api/video-configuration',
  );
  const first = Date.parse(scheduledDates[0]?.publishAt ?? '');
  await sandbox.moveTo(new Date(first - 1_000));
  await eventually(async () => {
    const { videos } = await callApi<{ videos: { posts: { state: string }[] }[] }>(visitor, '/api/videos');
    if (!videos.some(({ posts }) => posts.length > 0 && posts.every(({ state }) => state === 'posted'))) {
      throw new Error('not posted yet');
    }
  }, 300_000);
}
