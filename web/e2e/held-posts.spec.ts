import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { connect, subscribe } from './accounts.ts';
import {
  callApi,
  dateInRome,
  eventually,
  newVisitor,
  openBrowser,
  RENDERING_MS,
  sandbox,
  signUp,
  step,
  type Visitor,
} from './fixtures.ts';

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
  await signUp(visitor);
});
afterAll(() => browser.close());

interface Timeline {
  videos: {
    id: string;
    publishAt: string;
    stages: { rendering: { state: string } };
    posts: { state: string }[];
  }[];
}

const DAY_MS = 86_400_000;
const TIMES = ['10:00', '12:00', '14:00'];

/** The three videos, by time. */
async function timeline() {
  const { videos } = await callApi<Timeline>(visitor, '/api/videos');
  return videos.toSorted((one, other) => Date.parse(one.publishAt) - Date.parse(other.publishAt));
}
const stateOf = async (place: number) => (await timeline())[place]?.posts.map(({ state }) => state);
const published = async () => (await sandbox.journal('post-published')).length;
const moveTo = (instant: number) => sandbox.moveTo(new Date(instant));

it('holds back what its owner skips, pauses or has not approved, and posts the rest once', async () => {
  const { page } = visitor;
  const card = (number: number): Locator => page.getByRole('article', { name: new RegExp(`^Video #${number},`) });

  await step('pays for Pro and connects TikTok', async () => {
    await subscribe(visitor, 'Pro');
    await connect(visitor, 'TikTok');
  });

  const before = await published();
  const due = await step('schedules three videos and wants to be asked before each post', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const tomorrow = dateInRome(new Date((await sandbox.now()).getTime() + DAY_MS));
    // The calendar shows today's month. On its last day, tomorrow is in the next one.
    if (tomorrow.endsWith('-01')) await page.getByRole('button', { name: 'Next month' }).click();
    for (const time of TIMES) {
      await page.locator(`button[data-date="${tomorrow}"]`).click();
      const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
      await dialog.getByLabel('Time').selectOption(time);
      await dialog.getByRole('button', { name: 'Add Video' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByText('Ask me before each post').click();
    await page.getByRole('button', { name: 'Create Configuration' }).click();
    await page.getByRole('heading', { name: 'Configuration Saved!' }).waitFor();
    const { scheduledDates, askBeforePosting } = await callApi<{
      scheduledDates: { publishAt: string }[];
      askBeforePosting: boolean;
    }>(visitor, '/api/video-configuration');
    expect(askBeforePosting).toBe(true);
    return scheduledDates.map(({ publishAt }) => Date.parse(publishAt));
  });
  const [first = 0, , third = 0] = due;

  await step('skips the second video once all three are made', async () => {
    await moveTo(first - 3_600_000);
    await eventually(async () => {
      const states = (await timeline()).map(({ stages }) => stages.rendering.state);
      expect(states).toEqual(['done', 'done', 'done']);
    }, RENDERING_MS);
    await page.goto('/dashboard?view=videos');
    await card(2).getByRole('button', { name: /^Skip/ }).click();
    await card(2).getByText('You skipped this video, so it is not posted.').waitFor();
    await eventually(async () => expect(await stateOf(1)).toEqual(['cancelled']));
  });

  await step('sees that the first video waits after its time, and approves it', async () => {
    await moveTo(first + 60_000);
    await eventually(async () => expect(await stateOf(0)).toEqual(['staged']));
    expect(await published()).toBe(before);
    await card(1).getByText('It waits for your approval.').waitFor();
    await card(1)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await eventually(async () => expect(await stateOf(0)).toEqual(['posted']));
    expect(await published()).toBe(before + 1);
  });

  await step('approves the third video, but pauses all posts before its time', async () => {
    await card(3)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await page.getByText('Pause all posts').click();
    await page.getByText('Posting is paused. Nothing goes out until you resume.').waitFor();
    await moveTo(third + 60_000);
    await eventually(async () => expect(await stateOf(2)).toEqual(['waiting']));
    expect(await published()).toBe(before + 1);
  });

  await step('resumes, and decides about the video whose time came meanwhile', async () => {
    await page.getByRole('button', { name: 'Resume posts' }).click();
    await card(3).getByText('Its time came while all posts were paused, so it was not posted.').waitFor();
    expect(await published()).toBe(before + 1);
    const postNow = card(3).getByRole('button', { name: /^Post now/ });
    await page.getByText('Pause all posts').click();
    await card(3).getByText('Posting is paused. Press Resume posts, then you can post it.').waitFor();
    expect(await postNow.count()).toBe(0);
    await page.getByRole('button', { name: 'Resume posts' }).click();
    await postNow.click();
    await eventually(async () => expect(await stateOf(2)).toEqual(['posted']));
    expect(await published()).toBe(before + 2);
    expect(await stateOf(1)).toEqual(['cancelled']);
    expect(visitor.faults).toEqual([]);
  });
});
