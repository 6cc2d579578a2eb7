import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { connect, subscribe } from './accounts.ts';
import { eventually, newVisitor, openBrowser, sandbox, signUp, step, type Visitor } from './fixtures.ts';
import { createKey } from './partner-key.ts';

/** Longer than any answer in this journey may take, and shorter than the journey. */
const MODERATION_MS = 12_000;
const VIDEO = join(import.meta.dirname, '../public/reels/v1.mp4');

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
  await signUp(visitor);
}, 60_000);
afterAll(async () => {
  await moderation(0);
  await browser.close();
});

async function moderation(slowModerationMs: number): Promise<void> {
  const response = await fetch(`${sandbox.url}/api/chaos/tiktok`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ slowModerationMs }),
  });
  expect(response.status).toBe(200);
}

interface Answer {
  readonly id: string;
  readonly status: string;
  readonly success: boolean;
  readonly posted_to: string[];
  readonly results: Record<string, { state: string; postId?: string }>;
}

it('shows a partner the state of a post in moderation, by its id and by its repeated key', async () => {
  await subscribe(visitor, 'Pro');
  await connect(visitor, 'TikTok');
  const apiKey = await createKey(visitor);
  const { origin } = new URL(visitor.page.url());

  async function post(description: string, headers: Record<string, string>) {
    const form = new FormData();
    form.append('description', description);
    form.append('videoFile', new Blob([readFileSync(VIDEO)]), 'video.mp4');
    const began = Date.now();
    const response = await fetch(`${origin}/api/external/tiktok/post`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, ...headers },
      body: form,
    });
    return { response, answer: (await response.json()) as Answer, took: Date.now() - began };
  }
  async function readPost(id: string) {
    const response = await fetch(`${origin}/api/external/posts/${id}`, { headers: { 'x-api-key': apiKey } });
    return { response, answer: (await response.json()) as Answer };
  }

  await step('gets the documented refusals', async () => {
    const send = async (path: string, body: FormData | string, headers: Record<string, string>) => {
      const response = await fetch(`${origin}/api/external/${path}`, { method: 'POST', headers, body });
      const { error, message } = (await response.json()) as { error: string; message: string };
      expect(message).not.toBe('');
      return [response.status, error];
    };
    const own = { 'x-api-key': apiKey };
    const json = { ...own, 'content-type': 'application/json' };
    const form = new FormData();
    form.append('videoFile', new Blob([readFileSync(VIDEO)]), 'video.mp4');
    const stranger = { 'content-type': 'application/json', 'x-api-key': 'no key' };
    expect(await send('post-video', '{}', stranger)).toEqual([401, 'API_KEY_INVALID']);
    expect(await send('post-video', '{}', json)).toEqual([400, 'MISSING_PARAMETERS']);
    expect(await send('instagram/post', '{"description":"Hello"}', json)).toEqual([400, 'MISSING_PARAMETERS']);
    expect(await send('tiktok/post', '{}', json)).toEqual([400, 'MISSING_PARAMETERS']);
    expect(await send('youtube/post', form, own)).toEqual([400, 'PLATFORM_NOT_CONNECTED']);
  });

  await moderation(MODERATION_MS);
  for (const [how, prefer, status] of [
    ['at once', 'respond-async', 202],
    ['after a short wait', 'wait=1', 200],
  ] as const) {
    const description = `Partner's post answered ${how}`;
    const key = { 'idempotency-key': `partner-${status}` };
    const first = await step(`gets an id ${how}, while TikTok still reviews the video`, async () => {
      const made = await post(description, { ...key, prefer });
      expect([made.response.status, made.answer.status]).toEqual([status, 'processing']);
      expect(made.took).toBeLessThan(MODERATION_MS);
      expect(made.response.headers.get('location')).toBe(`/api/external/posts/${made.answer.id}`);
      return made.answer;
    });

    await step('reads the state `processing` by the id', async () => {
      const asked = await readPost(first.id);
      expect([asked.response.status, asked.answer.status]).toEqual([200, 'processing']);
      expect(asked.response.headers.get('retry-after')).toBe('15');
    });

    await step('reads the state `posted` by the id and by the key', async () => {
      const posted = await eventually(async () => {
        const { answer } = await readPost(first.id);
        expect(answer.status).toBe('posted');
        return answer;
      });
      const repeated = await post(description, key);
      expect(repeated.response.headers.get('idempotent-replayed')).toBe('true');
      expect(repeated.answer).toEqual({
        id: first.id,
        status: 'posted',
        success: true,
        results: posted.results,
        posted_to: ['tiktok'],
        failed_to_post: [],
        errors: {},
      });
      expect(posted.results).toMatchObject({ tiktok: { state: 'posted', postId: expect.any(String) } });
    });

    await step('finds the video on TikTok once', async () => {
      const journal = await sandbox.journal('post-published');
      expect(journal.filter(({ caption }) => caption?.includes(description))).toHaveLength(1);
    });
  }
  expect(visitor.faults).toEqual([]);
});
