import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtDigests } from '@reelwright/kube/images';
import { foldersFrom } from '@reelwright/local/folders';
import { lastLines, runCommand } from '@reelwright/local/toolchain/command';
import { within } from '../databases.ts';
import type { Cluster } from './cluster.ts';

/** A release that differs from this checkout's commit by one more migration of scheduling. */
export interface Release {
  /** The digest of scheduling's image. */
  readonly digest: string;
}

/** A higher number than any other, so that it runs last. */
const MIGRATION = '9999-next-release';
const COLUMN = 'next_release';

/** Adds a column that the previous release does not know. */
export const EXPANDS = `import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('scheduled_videos').addColumn('${COLUMN}', 'text').execute();
}
`;

/** Changes the schema, then fails. */
export const FAILS = `import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('scheduled_videos').addColumn('${COLUMN}', 'text').execute();
  await db.schema.alterTable('no_such_table').addColumn('${COLUMN}', 'text').execute();
}
`;

const { root, home } = foldersFrom(process.env);
const VALUES = join(home, 'kube/reelwright.values.json');

/** Builds the image of a release in a worktree of its own, and pushes it to REGISTRY. */
export async function buildRelease(migration: string): Promise<Release> {
  const { REGISTRY } = process.env;
  if (!REGISTRY) throw new Error('REGISTRY is not set: the registry that make kube-up pushed to');
  const checkout = join(home, 'kube/next-release');
  await removeWorktree(checkout);
  await command('git', ['worktree', 'add', '--detach', checkout, 'HEAD']);
  try {
    writeFileSync(join(checkout, 'services/scheduling/migrations', `${MIGRATION}.ts`), migration);
    const target = join(checkout, '.reelwright');
    mkdirSync(target, { recursive: true });
    const env = { ...process.env, REELWRIGHT_HOME: target, ONLY: 'scheduling', REGISTRY };
    await command('make', ['--directory', checkout, '--silent', 'images'], env);
    return { digest: builtDigests(target).scheduling ?? '' };
  } finally {
    await removeWorktree(checkout);
  }
}

/** Upgrades the product to a release, as an operator does. @throws when a migration fails or a pod does not get ready */
export async function upgradeTo(cluster: Cluster, { digest }: Release): Promise<void> {
  await cluster.helm([
    ...['upgrade', 'reelwright', join(root, 'charts/reelwright'), '--values', VALUES],
    ...['--set', `services.scheduling.digest=${digest}`, '--wait', '--timeout', '10m'],
  ]);
}

/** Goes back to the release that was installed last. */
export async function rollBack(cluster: Cluster): Promise<void> {
  await cluster.helm(['rollback', 'reelwright', '--wait', '--timeout', '10m']);
}

/** The digests that the pods of scheduling run, without those that are being stopped. */
export async function digestsOfScheduling(cluster: Cluster): Promise<string[]> {
  const list = await cluster.kubectl(['get', 'pods', '--selector', 'app.kubernetes.io/name=scheduling', '-o', 'json']);
  const { items } = JSON.parse(list) as {
    items: {
      metadata: { deletionTimestamp?: string; labels: Record<string, string> };
      spec: { containers: { image: string }[] };
    }[];
  };
  return items
    .filter(
      ({ metadata }) => !metadata.deletionTimestamp && metadata.labels['app.kubernetes.io/component'] === 'service',
    )
    .map(({ spec }) => spec.containers[0]?.image.split('@')[1] ?? '');
}

/** Whether the database has the column of the next release. */
export async function isExpanded(cluster: Cluster): Promise<boolean> {
  const rows = await within(cluster, 'scheduling', (read) =>
    read(`select from information_schema.columns where table_name = 'scheduled_videos' and column_name = '${COLUMN}'`),
  );
  return rows.length > 0;
}

/** Removes what the migration of the next release has made, so that this checkout's migrations are the newest again. */
export async function forgetRelease(cluster: Cluster): Promise<void> {
  await within(cluster, 'scheduling', async (rows) => {
    await rows(`alter table scheduled_videos drop column if exists ${COLUMN}`);
    await rows(`delete from kysely_migration where name = '${MIGRATION}'`);
  });
}

async function removeWorktree(checkout: string): Promise<void> {
  rmSync(checkout, { recursive: true, force: true });
  await command('git', ['worktree', 'prune']);
}

async function command(name: string, args: readonly string[], env = process.env): Promise<void> {
  const { code, output } = await runCommand(name, args, { cwd: root, env });
  if (code !== 0) throw new Error(`${name} ${args.join(' ')}: ${lastLines(output, 10)}`);
}
