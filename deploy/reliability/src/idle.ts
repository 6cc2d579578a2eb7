import { setTimeout as delay } from 'node:timers/promises';
import { createBenchmark, readVersions, table } from '@reelwright/benchmark';
import { type Effort, SERVICES } from '@reelwright/local/running-stack';
import pg from 'pg';
import { productTime } from './people.ts';
import { say } from './say.ts';
import { planSlots } from './slots.ts';
import { type Stack, withStack } from './stack.ts';

/**
 * The cost of an idle stack: people have accounts, connections and a calendar, and nothing is due for hours. Counts CPU
 * time, wake-ups and queries of every part for three minutes.
 */

const SLOTS = 4;
/** After this time idle pool connections are closed and all workers sleep. */
const QUIET_AFTER_MS = 60_000;
/** Long enough that single events, such as a garbage collection, weigh little: a collected heap is 0.2 % of a minute. */
const MEASURED_MS = 180_000;
/** Percent of one core. */
const ALL_CPU = 8;
const SERVICE_CPU = 0.3;
/** Per second, of each service. */
const SERVICE_WAKE_UPS = 25;
const SERVICE_QUERIES = 2;

interface Figures {
  readonly cpu: number;
  readonly wakeUps: number;
  /** Queries of a service's own database; for Postgres, of all databases. */
  readonly queries: number | undefined;
}

process.exitCode = await withStack({}, run);

async function run(stack: Stack): Promise<0 | 1> {
  await planSlots(stack, SLOTS, await productTime(stack));
  say(`waiting ${QUIET_AFTER_MS / 1_000} s until all is quiet, then measuring for ${MEASURED_MS / 1_000} s`);
  await delay(QUIET_AFTER_MS);
  const parts = await measure(stack);
  const benchmark = createBenchmark({
    title: 'An idle stack: percent of one core, wake-ups and queries a second',
    versions: readVersions(process.env, ['pg'], import.meta.url),
  });
  const total = sum([...parts.values()].map(({ cpu }) => cpu));
  const services = SERVICES.map((name) => ({ name, ...figuresOf(parts, name) }));
  for (const line of show(parts, total)) say(line);
  const most = (figure: 'cpu' | 'wakeUps' | 'queries') => Math.max(...services.map((service) => service[figure] ?? 0));
  const expect = (label: string, measured: number, limit: number, unit: string) =>
    benchmark.expect(
      `${label} ≤ ${limit}${unit}`,
      measured <= limit,
      `${measured.toFixed(2)}${unit}, ${(measured / limit).toFixed(2)} of it`,
    );
  expect('all parts', total, ALL_CPU, ' %');
  expect('each service', most('cpu'), SERVICE_CPU, ' %');
  expect("each service's wake-ups", most('wakeUps'), SERVICE_WAKE_UPS, '/s');
  expect("each service's queries", most('queries'), SERVICE_QUERIES, '/s');
  return benchmark.finish();
}

async function measure(stack: Stack): Promise<ReadonlyMap<string, Figures>> {
  const [before, queriesBefore, began] = [stack.efforts(), await transactions(stack), performance.now()];
  await delay(MEASURED_MS);
  const [after, queriesAfter] = [stack.efforts(), await transactions(stack)];
  const seconds = (performance.now() - began) / 1_000;
  const queries = new Map(
    [...queriesAfter].map(([name, count]) => [name, (count - (queriesBefore.get(name) ?? 0)) / seconds]),
  );
  queries.set('postgres', sum([...queries.values()]));
  return new Map(
    [...after].map(([name, effort]) => {
      const since: Effort = before.get(name) ?? { cpuMs: 0, wakeUps: 0 };
      const cpu = (effort.cpuMs - since.cpuMs) / (seconds * 10);
      return [name, { cpu, wakeUps: (effort.wakeUps - since.wakeUps) / seconds, queries: queries.get(name) }];
    }),
  );
}

/** Transactions of each service's database so far; a query outside of one counts as one. */
async function transactions(stack: Stack): Promise<Map<string, number>> {
  const counted = await Promise.all(
    SERVICES.map(async (name) => {
      const client = new pg.Client({ connectionString: stack.databaseUrl(name) });
      await client.connect();
      try {
        const { rows } = await client.query<{ count: string }>(
          `select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`,
        );
        return [name, Number(rows[0]?.count)] as const;
      } finally {
        await client.end();
      }
    }),
  );
  return new Map(counted);
}

function show(parts: ReadonlyMap<string, Figures>, total: number): string[] {
  const rows = [...parts].map(([name, { cpu, wakeUps, queries }]) => [
    name,
    cpu.toFixed(2),
    wakeUps.toFixed(1),
    queries?.toFixed(2) ?? '',
  ]);
  const wakeUps = sum([...parts.values()].map((figures) => figures.wakeUps));
  return table(['', 'CPU %', 'wake-ups/s', 'queries/s'], [...rows, ['all', total.toFixed(2), wakeUps.toFixed(1), '']]);
}

function figuresOf(parts: ReadonlyMap<string, Figures>, name: string): Figures {
  const figures = parts.get(name);
  if (!figures) throw new Error(`${name} does not run`);
  return figures;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
