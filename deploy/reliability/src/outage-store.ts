import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmulatedPlatform as Platform } from '@reelwright/sandbox/platforms';
import { open } from './edit-watch.ts';
import { entriesAt, type Outage, PARTNER, recovered, shownOf, shownStates } from './outage-view.ts';
import type { Person } from './people.ts';
import { type PlannedEntry, SLOTS_A_DAY } from './slots.ts';
import type { SmallDisk } from './small-disk.ts';

/** Long enough for each video to find the disk full more than once. */
const PAUSE_MS = 35_000;
const UPLOAD_BYTES = 8 * 1024 * 1024;

/**
 * The object store's disk is full. Posts of stored videos go out, new videos wait and show the cause, and a partner's upload
 * is rejected with STORE_FULL and leaves nothing behind. Then there is space again, and all work continues.
 */
export async function storeFull(outage: Outage, disk: SmallDisk, slot: number): Promise<void> {
  const { slots, problems, scenes } = outage;
  const [dueEntries, requestedEntries] = [entriesAt(outage, slot), entriesAt(outage, slot + SLOTS_A_DAY)];
  const partner = dueEntries[0]?.person;
  if (!partner) throw new Error(`slot ${slot} has no entry`);
  const upload = await partnerUpload(partner, dueEntries);
  await disk.fill();
  const filled = performance.now();
  await slots.moveTo(slot);
  const rejectedUpload = await upload();
  if (rejectedUpload.status !== 503 || rejectedUpload.code !== 'STORE_FULL')
    problems.push(`an upload to a full disk: ${rejectedUpload.text}`);
  await delay(PAUSE_MS);
  const waiting = await shownStates(outage, requestedEntries);
  const posts = await shownStates(outage, dueEntries);
  if (waiting !== `${requestedEntries.length} requested, STORE_FULL`)
    problems.push(`videos waiting for space are shown as: ${waiting}`);
  if (posts !== `${dueEntries.length} posted`) problems.push(`posts of stored videos are shown as: ${posts}`);
  const left = (await disk.files()).filter((path) => /\.part$|\.room$|\/partner\//.test(path));
  const rows = await query(outage, 'external-api', 'select id, media_key from uploads');
  for (const one of [...left, ...rows.map((row) => JSON.stringify(row))]) problems.push(`left behind: ${one}`);
  const away = (performance.now() - filled) / 1000;

  await disk.relieve();
  const what = "object store's disk full";
  const seconds = await recovered(outage, what, { dueEntries, requestedEntries });
  const acceptedUpload = await upload();
  if (acceptedUpload.status !== 200) problems.push(`the same upload with free space: ${acceptedUpload.text}`);
  const ids = requestedEntries.map(({ posts: [post] }) => post?.videoId);
  for (const job of await query(outage, 'generation', 'select video_id as id, starts, attempts from generation_jobs')) {
    if (!ids.includes(job.id as string)) continue;
    if (job.starts !== 1 || job.attempts !== 0) problems.push(`paid or tried more than once: ${JSON.stringify(job)}`);
  }
  scenes.push({
    what,
    away,
    recovered: seconds,
    shown: [
      `due: ${posts}`,
      `requested: ${waiting}`,
      `upload: ${rejectedUpload.status} ${rejectedUpload.text.slice(0, 120)}; with free space: ${acceptedUpload.status}`,
      `${left.length + rows.length} files or rows left behind`,
    ],
  });
}

/** @returns a function that sends the same partner's upload each time: one of our videos, padded to UPLOAD_BYTES */
async function partnerUpload(person: Person, entries: readonly PlannedEntry[]) {
  const address = [...(await shownOf(entries)).values()].find(({ mediaUrl }) => mediaUrl)?.mediaUrl;
  if (!address) throw new Error('there is no video to upload');
  const video = Buffer.from(await (await fetch(address)).arrayBuffer());
  const { apiKey } = await person.api<{ apiKey: string }>('/api/generate-api-key', { method: 'POST' });
  const body = JSON.stringify({
    platforms: ['youtube', 'facebook', 'tiktok'] satisfies Platform[],
    title: `${PARTNER} ${person.name}`,
    description: `${PARTNER} ${person.name}`,
    videoFile: Buffer.concat([video, Buffer.alloc(Math.max(0, UPLOAD_BYTES - video.length))]).toString('base64'),
  });
  const key = randomUUID();
  return async () => {
    const response = await fetch(`${person.stack.baseUrl}/api/external/post-video`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'idempotency-key': key },
      body,
    });
    const text = await response.text();
    return { status: response.status, text, code: /"error":"(\w+)"/.exec(text)?.[1] };
  };
}

async function query({ stack }: Outage, service: string, text: string): Promise<Record<string, unknown>[]> {
  const pool = open(stack, service);
  try {
    return (await pool.query(text)).rows;
  } finally {
    await pool.end();
  }
}
