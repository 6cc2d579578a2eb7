import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { open } from './edit-watch.ts';
import { acceptedPosts, readJournal } from './journal.ts';
import { createSubscriber, eventually, type Person, productTime, saveEntries, videos } from './people.ts';
import { say } from './say.ts';
import { type Stack, withStack } from './stack.ts';

/**
 * A part gets SIGTERM in the middle of a partner's upload of 100 MB at 5 MB/s, and in the middle of a slow download of a
 * video: neither is cut, and the upload is posted once. `ONLY=gateway` runs one part.
 */

/** More than the buffers between the two ends hold, so that the transfer still runs when the part is ended. */
const VIDEO_BYTES = 100 * 1024 * 1024;
const PACE_BYTES_A_SECOND = 5 * 1024 * 1024;
const CHUNK_BYTES = 512 * 1024;
const ROOT = join(import.meta.dirname, '../../..');

process.exitCode = (await withStack({}, run)) ? 0 : 1;

async function run(stack: Stack): Promise<boolean> {
  const person = await createSubscriber(stack, ['youtube']);
  const { apiKey } = await person.api<{ apiKey: string }>('/api/generate-api-key', { method: 'POST' });
  const address = await givenLongVideo(stack, person);
  const scenes = [
    { part: 'external-api', what: 'an upload', scene: () => uploadDuring(stack, 'external-api', apiKey) },
    { part: 'gateway', what: 'an upload', scene: () => uploadDuring(stack, 'gateway', apiKey) },
    { part: 'generation', what: 'a download', scene: () => downloadDuring(stack, 'generation', address) },
    { part: 'gateway', what: 'a download', scene: () => downloadDuring(stack, 'gateway', address) },
  ];
  let faults = 0;
  for (const { part, what, scene } of scenes) {
    if (process.env.ONLY && process.env.ONLY !== part) continue;
    const problem = await scene().catch((error: unknown) => String(error));
    if (problem) faults++;
    say(
      `${problem ? 'FAULT ' : 'holds '} SIGTERM to ${part} in the middle of ${what}: ${problem || 'nothing was cut'}`,
    );
  }
  return faults === 0;
}

/** @returns what went wrong */
async function uploadDuring(stack: Stack, part: string, apiKey: string): Promise<string | undefined> {
  const title = `Sent while ${part} stopped`;
  const video = readFileSync(join(ROOT, 'web/public/reels/v1.mp4'));
  const padded = Buffer.concat([video, Buffer.alloc(VIDEO_BYTES - video.length)]);
  const fields = { platforms: ['youtube'], title, description: title, videoFile: padded.toString('base64') };
  const body = Buffer.from(JSON.stringify(fields));
  const outgoing = request(`${stack.baseUrl}/api/external/post-video`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, 'x-api-key': apiKey },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  let ended: number | undefined;
  for (let sent = 0; sent < body.length; sent += CHUNK_BYTES) {
    outgoing.write(body.subarray(sent, sent + CHUNK_BYTES));
    if (ended === undefined && sent >= body.length / 2) ended = stack.kill(part, 'SIGTERM');
    await delay((CHUNK_BYTES / PACE_BYTES_A_SECOND) * 1_000);
  }
  outgoing.end();
  const [response] = await answered;
  const answer = (await response.toArray()).join('');
  await stack.back(part, ended ?? 0);
  if (response.statusCode !== 200) return `${response.statusCode} ${answer.slice(0, 200)}`;
  const posts = acceptedPosts(readJournal(stack)).filter(({ captionLine }) => captionLine === title);
  return posts.length === 1 ? undefined : `${posts.length} posts`;
}

/** @returns what went wrong */
async function downloadDuring(stack: Stack, part: string, address: string): Promise<string | undefined> {
  const outgoing = request(new URL(address, stack.baseUrl));
  const [response] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
  const size = Number(response.headers['content-length']);
  let received = 0;
  let ended: number | undefined;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (ended === undefined && received >= size / 4) ended = stack.kill(part, 'SIGTERM');
    await delay((chunk.length / PACE_BYTES_A_SECOND) * 1_000);
  }
  await stack.back(part, ended ?? 0);
  return received === size && size > VIDEO_BYTES ? undefined : `${received} of ${size} bytes`;
}

/** The address of a person's video, whose stored file is made longer than any buffer. */
async function givenLongVideo(stack: Stack, person: Person): Promise<string> {
  // Within the next day, so the video is requested at once.
  const slot = await productTime(stack);
  const hour = slot.getUTCHours();
  if (hour >= 20) slot.setUTCDate(slot.getUTCDate() + 1);
  const time = hour >= 9 && hour < 20 ? '23:00' : '12:00';
  await saveEntries(person, [{ date: slot.toISOString().slice(0, 10), time, caption: 'Downloaded' }]);
  const mediaUrl = await eventually(async () => {
    const [video] = await videos(person);
    if (!video?.mediaUrl) throw new Error('the video is not ready');
    return video.mediaUrl;
  });
  const pool = open(stack, 'generation');
  try {
    const { rows } = await pool.query('select media_key from generation_jobs where media_key is not null limit 1');
    appendFileSync(join(stack.home, 'data/media', rows[0]?.media_key), Buffer.alloc(VIDEO_BYTES));
  } finally {
    await pool.end();
  }
  return mediaUrl;
}
