import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as outbox from '@reelwright/outbox';
import { loadMigrations, type Migrations } from '@reelwright/postgres';

/** The schema of a service in two checkouts. */
export interface Upgrade {
  readonly released: Migrations;
  readonly current: Migrations;
  /** The names of the migrations that only the second one has, those of libs first. */
  readonly added: readonly string[];
}

export async function readUpgrade(service: string, from: string, to: string): Promise<Upgrade> {
  const [released, current] = await Promise.all(
    [from, to].map((root) => loadMigrations(join(root, 'services', service, 'migrations'))),
  );
  if (!released || !current) throw new Error(`${service} has no migrations`);
  return { released, current, added: Object.keys(current).filter((name) => !(name in released)) };
}

/** What the migrate command has to know to run the migrations up to `last`, one of `added`. */
export function migrationsUpTo({ current, added }: Upgrade, last: string): Migrations {
  const later = new Set(added.slice(added.indexOf(last) + 1));
  return Object.fromEntries(Object.entries(current).filter(([name]) => !later.has(name)));
}

/** The outbox of a checkout: that of the previous release serves while migrations run, and fits the schema before them. */
export const importOutbox = (root: string): Promise<typeof outbox> =>
  import(pathToFileURL(join(root, 'libs/outbox/src/index.ts')).href);
