import type { Logger } from '@reelwright/logger';
import type { Metrics, MetricType, Sample } from '@reelwright/metrics';
import type { Kysely } from 'kysely';
import {
  claimMeasurements,
  readMeasurements,
  type StoredMeasurement,
  storeMeasurement,
  type Values,
} from './measurement.repository.ts';

export interface Definition {
  readonly type: MetricType;
  readonly help: string;
}

/** Metrics whose values are in the database: one of a service's replicas measures, and all of them report its result. */
export interface Measurements {
  /**
   * @param name the measurement's own, among those of the service
   * @param metrics by their names
   * @param measure reads the values of all these metrics; a number is a value without labels
   */
  add<Name extends string>(
    name: string,
    metrics: Readonly<Record<Name, Definition>>,
    measure: () => Promise<Readonly<Record<Name, number | readonly Sample[]>>>,
  ): void;
}

/** A measurement is repeated when it is older than this and somebody reads the metrics. */
const MAX_AGE_MS = 5_000;
/** Longer than a role's limit for a statement, so that a slow database is not measured by all replicas at once. */
const CLAIM_MS = 20_000;
/** An older value is not reported: nobody has measured for a while. */
const OUTDATED_MS = 60_000;
/** What was read is used for at least this long: for all metrics of one reading, and while another process measures. */
const REMEMBERED_MS = 1_000;
/** The metrics of the process must be readable while its database does not respond. */
const TIMEOUT_MS = 3_000;

type Measured = ReadonlyMap<string, Values>;

/** Nothing is measured while nobody reads the metrics. */
export function createMeasurements<Tables>(options: {
  db: Kysely<Tables>;
  metrics: Metrics;
  logger: Pick<Logger, 'warn'>;
}): Measurements {
  const { db, metrics, logger } = options;
  const measures = new Map<string, () => Promise<Values>>();
  let reading: Promise<Measured> | undefined;
  let expiresAt = 0;

  function read(): Promise<Measured> {
    if (!reading || performance.now() > expiresAt) {
      expiresAt = Number.POSITIVE_INFINITY; // until it has ended, all wait for it
      reading = readInTime();
    }
    return reading;
  }

  async function readInTime(): Promise<Measured> {
    let oldestMs = MAX_AGE_MS;
    try {
      const stored = await withTimeout(readOrMeasure());
      if (stored.length === measures.size) oldestMs = Math.max(...stored.map(({ ageMs }) => ageMs));
      return new Map(stored.filter(({ ageMs }) => ageMs < OUTDATED_MS).map(({ name, values }) => [name, values]));
    } catch (error) {
      logger.warn({ err: error }, 'metrics in the database could not be read');
      return new Map();
    } finally {
      expiresAt = performance.now() + Math.max(REMEMBERED_MS, MAX_AGE_MS - oldestMs);
    }
  }

  async function readOrMeasure(): Promise<StoredMeasurement[]> {
    const names = [...measures.keys()];
    const stored = await readMeasurements(db, names);
    const isFresh = (name: string) => stored.some((one) => one.name === name && one.ageMs < MAX_AGE_MS);
    const claimedNames = await claim(names.filter((name) => !isFresh(name)));
    if (claimedNames.length === 0) return stored;
    for (const name of claimedNames) await measure(name);
    return readMeasurements(db, names);
  }

  async function claim(dueNames: readonly string[]): Promise<string[]> {
    if (dueNames.length === 0) return [];
    return claimMeasurements(db, dueNames, { maxAgeMs: MAX_AGE_MS, claimMs: CLAIM_MS });
  }

  /** One that fails is measured again when its claim ends; the others are reported meanwhile. */
  async function measure(name: string): Promise<void> {
    try {
      const values = await measures.get(name)?.();
      if (values) await storeMeasurement(db, name, values);
    } catch (error) {
      logger.warn({ err: error, measurement: name }, 'a measurement failed');
    }
  }

  return {
    add(name, definitions, measure) {
      measures.set(name, async () => toValues(await measure()));
      for (const [metric, { help, type }] of Object.entries<Definition>(definitions)) {
        metrics.readElsewhere(metric, help, type, async () => (await read()).get(name)?.[metric] ?? []);
      }
    },
  };
}

async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('the database did not respond in time')), TIMEOUT_MS);
  return Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer));
}

function toValues(measured: Readonly<Record<string, number | readonly Sample[]>>): Values {
  const entries = Object.entries(measured);
  return Object.fromEntries(
    entries.map(([metric, value]) => [metric, typeof value === 'number' ? [{ labels: {}, value }] : value]),
  );
}
