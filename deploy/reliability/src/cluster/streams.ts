import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createObjectStore } from '@reelwright/object-store';
import { within } from '../databases.ts';
import { download, uploadVideo } from '../paced.ts';
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
const AFTER_FAILURE_MS = 1_000;
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
  // An installation in a cluster has the posts of earlier runs.
  const run = Date.now();

  async function keep(kind: 'uploads' | 'downloads', transfer: () => Promise<void>): Promise<void> {
    while (!isStopped) {
      await transfer().catch((error: unknown) => {
        ended.problems.push(`one of the ${kind}: ${error}`);
        return delay(AFTER_FAILURE_MS);
      });
      ended[kind]++;
    }
  }

  async function upload(): Promise<void> {
    const number = uploads++;
    const apiKey = options.apiKeys[number % options.apiKeys.length] ?? '';
    const title = `Upload ${run} ${number}`;
    await uploadVideo(cluster, { apiKey, platform: 'facebook', title, video, bytesPerSecond: BYTES_A_SECOND });
  }

  async function downloadLong(): Promise<void> {
    const size = await download(new URL(options.mediaUrl, cluster.baseUrl), { bytesPerSecond: BYTES_A_SECOND });
    if (size < VIDEO_BYTES) throw new Error(`${size} bytes are no long video`);
  }

  const running = Promise.all([
    ...Array.from({ length: UPLOADS }, () => keep('uploads', upload)),
    ...Array.from({ length: DOWNLOADS }, () => keep('downloads', downloadLong)),
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
