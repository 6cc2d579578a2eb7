import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BillingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { open } from './edit-watch.ts';
import { acceptedPosts, readJournal } from './journal.ts';
import { download, uploadVideo } from './paced.ts';
import {
  createSubscriber,
  deliveredVideo,
  eventually,
  type Person,
  productTime,
  saveEntries,
  signUp,
} from './people.ts';
import { say } from './say.ts';
import { type Stack, withStack } from './stack.ts';

/**
 * A part gets SIGTERM in the middle of a partner's upload of 100 MB at 5 MB/s, and in the middle of a slow download of a
 * video: neither is cut, and the upload is posted once. Billing gets it in the middle of a call of another service, and
 * analytics in the middle of an event: the process that began them ends them. `ONLY=gateway` runs one part.
 */

/** More than the buffers between the two ends hold, so that the transfer still runs when the part is ended. */
const VIDEO_BYTES = 100 * 1024 * 1024;
const BYTES_A_SECOND = 5 * 1024 * 1024;
const ROOT = join(import.meta.dirname, '../../..');
/** How long the call or the event still waits after the signal. */
const HELD_MS = 1_500;
/** Less than a new process needs until it reads events. */
const AT_ONCE_MS = 1_000;

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
    { part: 'billing', what: 'a call', scene: () => callDuring(stack, person) },
    { part: 'analytics', what: 'an event', scene: () => eventDuring(stack) },
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
  const padded = Buffer.concat([video, Buffer.alloc(VIDEO_BYTES - video.length)]).toString('base64');
  let ended: number | undefined;
  const answer = await uploadVideo(stack, {
    ...{ apiKey, platform: 'youtube', title, video: padded, bytesPerSecond: BYTES_A_SECOND },
    onSent(bytes, of) {
      if (bytes >= of / 2) ended ??= stack.kill(part, 'SIGTERM');
    },
  }).finally(() => stack.back(part, ended ?? 0));
  const posts = () => acceptedPosts(readJournal(stack)).filter(({ captionLine }) => captionLine === title);
  // A service that stops answers 'processing' for a post that is not out yet.
  const areOut = async () => {
    if (posts().length === 0) throw new Error(`not posted, answered by ${answer.slice(0, 200)}`);
  };
  const problem = await eventually(areOut).then(() => undefined, String);
  return problem ?? (posts().length === 1 ? undefined : `${posts().length} posts`);
}

/** @returns what went wrong */
async function downloadDuring(stack: Stack, part: string, address: string): Promise<string | undefined> {
  let ended: number | undefined;
  const size = await download(new URL(address, stack.baseUrl), {
    bytesPerSecond: BYTES_A_SECOND,
    onReceived(bytes, of) {
      if (bytes >= of / 4) ended ??= stack.kill(part, 'SIGTERM');
    },
  }).finally(() => stack.back(part, ended ?? 0));
  return size > VIDEO_BYTES ? undefined : `${size} bytes are no long video`;
}

/** @returns what went wrong */
async function callDuring(stack: Stack, { userId }: Person): Promise<string | undefined> {
  const client = createGrpcClient(BillingServiceClient, {
    address: `127.0.0.1:${stack.ports.billing.grpc}`,
    signer: createIdentitySigner({
      issuer: 'scheduling',
      keyFile: join(stack.home, 'run/identity/scheduling.jwk.json'),
    }),
    timeoutMs: 10_000,
  });
  const outcome = { problem: undefined as string | undefined };
  await whileLocked(stack, { service: 'billing', table: 'subscriptions' }, async (isWaiting) => {
    const answered = client.getEntitlement({ userId }).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    await isWaiting();
    const ended = stack.kill('billing', 'SIGTERM');
    await delay(HELD_MS);
    return async () => {
      outcome.problem = await answered;
      await stack.back('billing', ended);
    };
  });
  await client.stop();
  return outcome.problem;
}

/** @returns what went wrong */
async function eventDuring(stack: Stack): Promise<string | undefined> {
  const pool = open(stack, 'analytics');
  const outcome = { problem: undefined as string | undefined };
  await whileLocked(stack, { service: 'analytics', table: 'users' }, async (isWaiting) => {
    const { userId } = await signUp(stack);
    await isWaiting();
    const ended = stack.kill('analytics', 'SIGTERM');
    await delay(HELD_MS);
    return async () => {
      const isCounted = async () => {
        const { rowCount } = await pool.query('select from users where user_id = $1', [userId]);
        if (rowCount !== 1) throw new Error('the process that had begun the event did not end it');
      };
      outcome.problem = await eventually(isCounted, { withinMs: AT_ONCE_MS, everyMs: 20 }).then(
        () => undefined,
        String,
      );
      await stack.back('analytics', ended);
      const { rowCount } = await pool.query('select from parked_events');
      if (rowCount !== 0) outcome.problem ??= `${rowCount} events are parked`;
    };
  });
  await pool.end();
  return outcome.problem;
}

/**
 * Locks a table while `use` runs, so that work on it waits; `isWaiting` resolves once some does. What `use` returns runs
 * after the lock is gone.
 */
async function whileLocked(
  stack: Stack,
  { service, table }: { service: string; table: string },
  use: (isWaiting: () => Promise<void>) => Promise<() => Promise<void>>,
): Promise<void> {
  const pool = open(stack, service);
  const holder = await pool.connect();
  const isWaiting = () =>
    eventually(
      async () => {
        const { rowCount } = await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        if (!rowCount) throw new Error(`nothing waits for ${table}`);
      },
      { withinMs: 8_000, everyMs: 20 },
    );
  try {
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
    const afterwards = await use(isWaiting);
    await holder.query('commit');
    await afterwards();
  } finally {
    holder.release(true);
    await pool.end();
  }
}

/** The address of a person's video, whose stored file is made longer than any buffer. */
async function givenLongVideo(stack: Stack, person: Person): Promise<string> {
  // Within the next day, so the video is requested at once.
  const slot = await productTime(stack);
  const hour = slot.getUTCHours();
  if (hour >= 20) slot.setUTCDate(slot.getUTCDate() + 1);
  const time = hour >= 9 && hour < 20 ? '23:00' : '12:00';
  await saveEntries(person, [{ date: slot.toISOString().slice(0, 10), time, caption: 'Downloaded' }]);
  const mediaUrl = await deliveredVideo(person);
  const pool = open(stack, 'generation');
  try {
    const { rows } = await pool.query('select media_key from generation_jobs where media_key is not null limit 1');
    appendFileSync(join(stack.home, 'data/media', rows[0]?.media_key), Buffer.alloc(VIDEO_BYTES));
  } finally {
    await pool.end();
  }
  return mediaUrl;
}
