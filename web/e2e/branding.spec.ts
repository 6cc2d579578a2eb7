import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LOGO_FRAME, logoPlace, VIDEO_SIZE } from '@reelwright/product';
import type { Browser } from 'playwright-core';
import { subscribe } from './accounts.ts';
import {
  callApi,
  eventually,
  newVisitor,
  openBrowser,
  RENDERING_MS,
  sandbox,
  signUp,
  step,
  type Visitor,
} from './fixtures.ts';

const DAY_MS = 86_400_000;
const GREEN = [0, 208, 64] as const;
const folder = mkdtempSync(join(tmpdir(), 'branding-'));
let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
  await signUp(visitor);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Timeline {
  videos: { id: string; mediaUrl: string | null; stages: { rendering: { state: string } } }[];
}

/** A green picture that fills the frame of a logo. */
const greenLogo = () =>
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'color=c=0x00d040:s=640x320'],
    ...['-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe', 'pipe:1'],
  ]);

/** The colour in the middle of a logo at the lower right, four seconds into a file. */
function middleOfLogo(path: string): number[] {
  const { x, y } = logoPlace('bottom_right', LOGO_FRAME);
  const crop = `crop=2:2:${x + LOGO_FRAME.width / 2}:${y + LOGO_FRAME.height / 2}`;
  const frame = ['-ss', '4', '-i', path, '-frames:v', '1', '-vf', `format=rgb24,${crop}`, '-f', 'rawvideo', 'pipe:1'];
  return [...execFileSync('ffmpeg', ['-v', 'error', ...frame]).subarray(0, 3)];
}

it('has the own logo and colours on the videos', async () => {
  const { page } = visitor;
  const branding = () => page.getByRole('region', { name: 'Branding' });
  const logo = () => branding().getByRole('img', { name: /^Your logo/ });

  await step('reads on the free plan which plan has it', async () => {
    await page.goto('/profile');
    await branding().getByText('Custom branding is part of the Elite plan.').waitFor();
    expect(await branding().getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing');
    const data = { corner: 'top_left', palette: ['#0a7f80'] };
    const refused = await page.request.put('/api/branding', { data });
    expect([refused.status(), ((await refused.json()) as { error: string }).error]).toEqual([403, 'PLAN_FEATURE']);
  });

  await step('sees logo, corner and palette before anything is saved', async () => {
    await subscribe(visitor, 'Elite');
    await page.goto('/profile');
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: greenLogo() };
    await branding().locator('input[type=file]').setInputFiles(file);
    await logo().waitFor();
    await branding().getByRole('button', { name: 'Bottom right' }).click();
    await branding().getByRole('button', { name: 'Add a colour' }).click();
    await branding().getByLabel('Colour 1', { exact: true }).fill('#0a7f80');
    for (const width of [375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      const [reel, mark] = [await branding().locator('.reel').boundingBox(), await logo().boundingBox()];
      const { x, y } = logoPlace('bottom_right', LOGO_FRAME);
      const scale = (reel?.width ?? 0) / VIDEO_SIZE.width;
      expect(Math.abs((mark?.x ?? 0) - (reel?.x ?? 0) - x * scale)).toBeLessThan(2);
      expect(Math.abs((mark?.y ?? 0) - (reel?.y ?? 0) - y * scale)).toBeLessThan(2);
    }
    expect(await callApi(visitor, '/api/branding')).toMatchObject({ savedAt: null });
  });

  await step('saves it, and finds it again', async () => {
    await branding().getByRole('button', { name: 'Save branding' }).click();
    await page.getByText('Branding Saved').waitFor();
    await page.reload();
    await logo().waitFor();
    expect(await callApi(visitor, '/api/branding')).toMatchObject({
      corner: 'bottom_right',
      palette: ['#0a7f80'],
      logo: { width: LOGO_FRAME.width, height: LOGO_FRAME.height },
    });
  });

  await step('has the logo on the finished video', async () => {
    const date = new Date((await sandbox.now()).getTime() + 2 * DAY_MS).toISOString().slice(0, 10);
    const data = { videoType: 'v1', includeAudio: true, timeZone: 'UTC', scheduledDates: [{ date, time: '12:00' }] };
    expect((await page.request.post('/api/video-configurations', { data })).status()).toBe(200);
    await sandbox.moveTo(new Date(Date.parse(`${date}T12:00:00Z`) - 3_600_000));
    const [video] = await eventually(async () => {
      const { videos } = await callApi<Timeline>(visitor, '/api/videos');
      expect(videos[0]?.stages.rendering.state).toBe('done');
      return videos;
    }, RENDERING_MS);
    const path = join(folder, 'video.mp4');
    writeFileSync(path, await (await page.request.get(video?.mediaUrl ?? '')).body());
    const found = middleOfLogo(path);
    for (const [channel, value] of GREEN.entries()) expect(Math.abs((found[channel] ?? 0) - value)).toBeLessThan(40);
  });
});
