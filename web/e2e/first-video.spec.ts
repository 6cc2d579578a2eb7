import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { consent } from './consent.ts';
import {
  callApi,
  eventually,
  newVisitor,
  openBrowser,
  RENDERING_MS,
  setting,
  signUp,
  step,
  type Visitor,
} from './fixtures.ts';

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
});
afterAll(() => browser.close());

interface Timeline {
  videos: {
    id: string;
    mediaUrl: string | null;
    stages: { rendering: { state: string }; drive: { state: string; link: string | null } };
  }[];
}

it('leads a new user from sign-up to the one video of the free plan, in their Drive folder', async () => {
  await step(
    'finds each step with its buttons on one screen, and loses nothing by going back or reloading',
    async () => {
      const { page } = visitor;
      await signUp(visitor);
      await page.goto('/dashboard');
      await page.getByText('Make your first video: choose how it looks.').waitFor();
      await page.getByRole('radio', { name: /Urban Rush/ }).check({ force: true });
      await expectOnScreen(page.getByRole('radio', { name: /Urban Rush/ }));
      await expectOnScreen(page.getByRole('switch', { name: 'Audio Enabled' }));
      for (const button of ['Next', 'Next', 'Create Video Now']) {
        const action = page.getByRole('button', { name: button, exact: true });
        await expectOnScreen(action);
        if (button === 'Next') await action.click();
      }
      await page.getByLabel('Notes').fill('Half a sentence');
      expect(new URL(page.url()).searchParams.get('step')).toBe('3');
      await page.goBack();
      await page.getByText('Generate Instantly').waitFor();
      await page.goForward();
      await page.reload();
      expect(await page.getByLabel('Notes').inputValue()).toBe('Half a sentence');
    },
  );

  await step('makes one video at once, and finds it playing in their Drive folder', async () => {
    const { page } = visitor;
    await page.goto('/dashboard');
    await page.getByRole('radio', { name: /Glass Squish/ }).check({ force: true });
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByText('Generate Instantly').waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByPlaceholder('Enter any additional notes or instructions...').fill('Slow mornings, strong coffee');
    await page.getByRole('button', { name: 'Create Video Now' }).click();
    await page.getByText('Video Creation Started!').waitFor();
    await page.getByRole('heading', { name: 'Video In Progress!' }).waitFor();

    const { videos } = await eventually(async () => {
      const timeline = await callApi<Timeline>(visitor, '/api/videos');
      expect(timeline.videos[0]?.stages.drive.state).toBe('done');
      return timeline;
    }, RENDERING_MS);
    expect(videos).toHaveLength(1);

    const [folder] = await Promise.all([
      visitor.context.waitForEvent('page'),
      page.getByRole('button', { name: 'Apri Drive' }).click(),
    ]);
    await folder.waitForLoadState();
    expect(await playedSeconds(folder)).toBeGreaterThan(0);
  });

  await step('watches it on the dashboard, from the bucket if videos are kept in one', async () => {
    const { page } = visitor;
    const loaded = page.waitForResponse(
      (response) => response.request().resourceType() === 'media' && response.status() < 300,
    );
    await page.goto('/dashboard');
    expect(await playedSeconds(page)).toBeGreaterThan(0);
    expect(new URL((await loaded).url()).origin).toBe(setting('MEDIA_ORIGIN'));
  });

  await step('gets a file of eight seconds, 1080×1920, 30 fps, H.264 High, BT.709, ready to stream', async () => {
    const { videos } = await callApi<Timeline>(visitor, '/api/videos');
    const response = await visitor.page.request.get(videos[0]?.mediaUrl ?? '');
    const bytes = await response.body();
    const path = join(tmpdir(), `${videos[0]?.id}.mp4`);
    writeFileSync(path, bytes);
    const probe = JSON.parse(
      execFileSync('ffprobe', ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', path]).toString(),
    );
    const video = probe.streams.find((stream: { codec_type: string }) => stream.codec_type === 'video');
    const audio = probe.streams.find((stream: { codec_type: string }) => stream.codec_type === 'audio');
    expect(Number(video.duration)).toBe(8);
    expect(video).toMatchObject({
      codec_name: 'h264',
      profile: 'High',
      width: 1080,
      height: 1920,
      avg_frame_rate: '30/1',
      nb_frames: '240',
      pix_fmt: 'yuv420p',
      color_space: 'bt709',
      color_primaries: 'bt709',
      color_transfer: 'bt709',
    });
    expect(audio).toMatchObject({ codec_name: 'aac' });
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  await step('sees that the month’s video is used, and is offered no second one', async () => {
    const user = await callApi<Record<string, unknown>>(visitor, '/api/auth/user');
    expect(user).toMatchObject({ subscriptionTier: 'free', videosUsedThisMonth: 1, videosGeneratedThisMonth: 1 });
    const again = await visitor.page.request.post('/api/video-configurations', {
      data: { videoType: 'v1', includeAudio: true, scheduledDates: [] },
    });
    expect(again.status()).toBe(429);
    expect(await again.json()).toMatchObject({ error: 'FREE_VIDEO_USED' });
  });

  await step('signs out, and the next request is refused', async () => {
    const { page } = visitor;
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /Ada/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await eventually(async () => expect((await page.request.get('/api/videos')).status()).toBe(401), 10_000);
    expect(visitor.faults).toEqual([]);
  });
});

it('saves the video into the person’s own Drive, if they chose so before', async () => {
  const owner = await newVisitor(browser);
  const { page } = owner;
  await step('allows Reelwright to save to their own Drive', async () => {
    await signUp(owner);
    await page.goto('/profile');
    await page.getByText('Reelwright’s folder', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Use my own Drive' }).click();
    await consent(page, setting('BASE_URL'));
    await page.getByText('Google Drive Connected').waitFor();
    await page.getByText('Your own Drive', { exact: true }).waitFor();
    await page.getByText('ada.marlow@example.com').waitFor();
  });

  await step('finds the video in a folder of their own, which is shared with nobody', async () => {
    const made = await page.request.post('/api/video-configurations', {
      data: { videoType: 'v1', includeAudio: true, scheduledDates: [] },
    });
    expect(made.ok()).toBe(true);
    await eventually(async () => {
      const { videos } = await callApi<Timeline>(owner, '/api/videos');
      expect(videos[0]?.stages.drive.state).toBe('done');
    }, RENDERING_MS);
    const { folderUrl } = await callApi<{ folderUrl: string }>(owner, '/api/user-drive-folder');
    const folder = await owner.context.newPage();
    await folder.goto(folderUrl);
    await folder.getByText('Not shared').waitFor();
    expect(await playedSeconds(folder)).toBeGreaterThan(0);
  });

  await step('goes back to the folder that Reelwright shares', async () => {
    await page.getByRole('button', { name: 'Use Reelwright’s folder' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Use Reelwright’s folder' }).click();
    await page.getByText('Google Drive Disconnected').waitFor();
    await page.getByRole('button', { name: 'Use my own Drive' }).waitFor();
    const { folderUrl } = await callApi<{ folderUrl: string }>(owner, '/api/user-drive-folder');
    const folder = await owner.context.newPage();
    await folder.goto(folderUrl);
    await folder.getByText(/^Shared with/).waitFor();
    expect(owner.faults).toEqual([]);
  });
});

/** Expects the element to be whole on the screen while the page is at its top. */
async function expectOnScreen(element: Locator): Promise<void> {
  await element.waitFor();
  const box = await element.evaluate((node) => {
    window.scrollTo(0, 0);
    const { top, bottom } = node.getBoundingClientRect();
    return { top, bottom, height: window.innerHeight };
  });
  expect(box.top).toBeGreaterThanOrEqual(0);
  expect(box.bottom).toBeLessThanOrEqual(box.height);
}

/** Plays the first video of the page and returns how many seconds it played. */
async function playedSeconds(page: Page): Promise<number> {
  const video = page.locator('video').first();
  await video.waitFor({ state: 'attached' });
  return video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    return element.currentTime;
  });
}
