import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createObjectStore } from '@reelwright/object-store';
import { within } from '../databases.ts';
import type { Cluster } from './cluster.ts';

/** Transfers that take longer than a pod needs to be replaced. */
export interface Streams {
  /** How many have ended since the last call, and what went wrong with some. */
  takeEnded(): { uploads: number; downloads: number; problems: string[] };
  /** Resolves once those under way have ended. */
  stop(): Promise<void>;
}

const UPLOADS = 4;
const DOWNLOADS = 2;
const VIDEO_BYTES = 24 * 1024 * 1024;
const BYTES_A_SECOND = 1024 * 1024;
const CHUNK_BYTES = 128 * 1024;
const SAMPLE = join(import.meta.dirname, '../../../../web/public/reels/v1.mp4');

/**
 * Keeps four uploads of partners and two downloads of a video open, each slow enough to take 24 s or more.
 * @param apiKeys of accounts that can post to Facebook
 */
export function startStreams(cluster: Cluster, options: { apiKeys: readonly string[]; mediaUrl: string }): Streams {
  const sample = readFileSync(SAMPLE);
  const video = Buffer.concat([sample, Buffer.alloc(VIDEO_BYTES - sample.length)]).toString('base64');
  let ended = { uploads: 0, downloads: 0, problems: [] as string[] };
  let isStopped = false;
  let uploads = 0;

  async function keep(kind: 'uploads' | 'downloads', transfer: () => Promise<void>): Promise<void> {
    while (!isStopped) {
      await transfer().catch((error: unknown) => void ended.problems.push(`one of the ${kind}: ${error}`));
      ended[kind]++;
    }
  }

  async function upload(): Promise<void> {
    const number = uploads++;
    const title = `Upload ${number}`;
    const body = Buffer.from(JSON.stringify({ platforms: ['facebook'], title, description: title, videoFile: video }));
    const outgoing = request(`${cluster.baseUrl}/api/external/post-video`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        'x-api-key': options.apiKeys[number % options.apiKeys.length],
      },
    });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => undefined);
    // `answered` has the first one; a connection that is lost while it is written to reports others.
    outgoing.on('error', () => undefined);
    for (let sent = 0; sent < body.length && !outgoing.destroyed; sent += CHUNK_BYTES) {
      outgoing.write(body.subarray(sent, sent + CHUNK_BYTES));
      await delay((CHUNK_BYTES / BYTES_A_SECOND) * 1_000);
    }
    outgoing.end();
    const [response] = await answered;
    const answer = (await response.toArray()).join('');
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${answer.slice(0, 200)}`);
  }

  async function download(): Promise<void> {
    const outgoing = request(new URL(options.mediaUrl, cluster.baseUrl));
    const [response] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
    const size = Number(response.headers['content-length']);
    let received = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      received += chunk.length;
      await delay((chunk.length / BYTES_A_SECOND) * 1_000);
    }
    if (response.statusCode !== 200 || received !== size || size < VIDEO_BYTES) {
      throw new Error(`${response.statusCode}, ${received} of ${size} bytes`);
    }
  }

  const running = Promise.all([
    ...Array.from({ length: UPLOADS }, () => keep('uploads', upload)),
    ...Array.from({ length: DOWNLOADS }, () => keep('downloads', download)),
  ]);
  return {
    takeEnded() {
      const taken = ended;
      ended = { uploads: 0, downloads: 0, problems: [] };
      return taken;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Makes the stored file of a person's video longer than any buffer on its way. */
export async function lengthenVideo(cluster: Cluster, userId: string): Promise<void> {
  const [job] = await within(cluster, 'generation', (rows) =>
    rows<{ mediaKey: string }>(
      `select media_key as "mediaKey" from generation_jobs where user_id = '${userId}' and media_key is not null`,
    ),
  );
  if (!job) throw new Error('the person has no video');
  Object.assign(process.env, await cluster.secret('reelwright-object-store'));
  const endpoint = `http://127.0.0.1:${await cluster.forward('object-store', 8_333)}`;
  const store = createObjectStore(`s3://reelwright?endpoint=${encodeURIComponent(endpoint)}`);
  const stored = Buffer.concat(await (await store.get(job.mediaKey)).toArray());
  await store.put(job.mediaKey, Buffer.concat([stored, Buffer.alloc(VIDEO_BYTES)]));
}
