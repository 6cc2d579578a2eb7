import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import pg from 'pg';
import { type Cell, shown, shownHash } from './edit-cells.ts';
import { eventually } from './people.ts';
import type { Stack } from './stack.ts';
import type { Suspending } from './suspend-replicas.ts';

const WITHIN_MS = 60_000;

/** A stack, and connections that read its services' rows. */
export interface Run extends Suspending {
  readonly publishing: pg.Pool;
  readonly generation: pg.Pool;
  /** The waits that timed out. */
  readonly unmet: string[];
}

export async function rendered(cell: Cell): Promise<void> {
  await eventually(
    async () => must((await shown(cell))?.stages.rendering.state === 'done', 'the video is not rendered'),
    {
      withinMs: 2 * WITHIN_MS,
    },
  );
  // A read may be refused while a replica is suspended.
  await eventually(async () => {
    cell.before = await shownHash(cell);
  });
}

/** Suspends generation (SIGSTOP) as soon as it renders the video. */
export async function caughtRendering({ stack, generation }: Run, cell: Cell): Promise<void> {
  const running = async () => {
    const { rows } = await generation.query('select state from generation_jobs where video_id = $1', [cell.id]);
    return rows[0]?.state === 'running';
  };
  await eventually(async () => must(await running(), 'the video is not being drawn'), { everyMs: 15 });
  for (const replica of stack.replicas('generation')) stack.freeze(replica);
  must(await running(), 'the video was finished before it could be stopped');
}

/** The states of the cell's posts in publishing. */
export async function states({ publishing }: Run, { id }: Cell): Promise<string[]> {
  const { rows } = await publishing.query('select state from posts where video_id = $1', [id]);
  return rows.map(({ state }) => state);
}

/** Waits until all posts of the cell are in one of the states. A timeout is recorded, not thrown. */
export async function inState(run: Run, cell: Cell, ...allowedStates: string[]): Promise<void> {
  await eventually(
    async () => {
      const now = await states(run, cell);
      const ready = now.length === platforms.length && now.every((state) => allowedStates.includes(state));
      must(ready, `${cell.edit} while ${cell.phase}: ${now.join(', ')} instead of ${allowedStates.join(' or ')}`);
    },
    { withinMs: WITHIN_MS },
  ).catch((error: Error) => run.unmet.push(error.message));
}

/** Waits until the dashboard shows all posts of the cell as posted. */
export async function shownAsPosted(run: Run, cell: Cell): Promise<void> {
  await eventually(
    async () => must(isPosted(await shown(cell)), `${cell.edit} while ${cell.phase}: not shown as posted`),
    {
      withinMs: WITHIN_MS,
    },
  ).catch((error: Error) => run.unmet.push(error.message));
}

const isPosted = (video: Awaited<ReturnType<typeof shown>>) =>
  video?.posts.length === platforms.length && video.posts.every(({ state }) => state === 'posted');

export function open(stack: Stack, service: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: stack.databaseUrl(service), max: 4 });
  // When the server is stopped while a connection is idle, the next query reports it.
  pool.on('error', () => undefined);
  return pool;
}

export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** Copies that were staged at Facebook and neither posted nor deleted, from the sandbox's files. */
export function draftsLeft({ home }: Stack): number {
  const reels = new Map<string, { finishedAt: number | null } | undefined>();
  const lines = readFileSync(join(home, 'data/sandbox/state.jsonl'), 'utf8').split('\n').filter(Boolean);
  for (const line of lines) {
    const { c, id, d, reset } = JSON.parse(line);
    if (reset) reels.clear();
    if (c === 'facebook-reels') reels.set(id, d);
  }
  return [...reels.values()].filter((reel) => reel?.finishedAt === null).length;
}
