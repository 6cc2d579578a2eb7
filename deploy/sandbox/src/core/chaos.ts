import type { Journal } from './journal.ts';
import type { ProviderName } from './origins.ts';
import type { Store } from './store.ts';

/** Faults with a rate from 0 (never) to 1 (always). */
export const faults = [
  'rate429',
  'error5xx',
  'timeoutAfterSuccess',
  'refusal',
  'revokedToken',
  'brokenUpload',
  'duplicateEvents',
  'reorderedEvents',
  'garbage',
  'crash',
] as const;
type Fault = (typeof faults)[number];

export interface ChaosSettings extends Record<Fault, number> {
  /** The same seed and the same calls give the same faults. */
  seed: number;
  /** How long moderation or processing takes, in milliseconds of real time; 0 = the provider's usual. */
  slowModerationMs: number;
  /** The `Retry-After` of the responses of rate429; 0 = no header. */
  retryAfterSeconds: number;
  /** The number of faults left; at 0 none happens any more. null = no limit. */
  limit: number | null;
  /** Limits 429, 5xx, timeouts and garbage to calls whose method, path and query (`GET /files?q=…`) contain this; '' = all. */
  only: string;
}

export const calm: ChaosSettings = {
  seed: 1,
  rate429: 0,
  error5xx: 0,
  timeoutAfterSuccess: 0,
  slowModerationMs: 0,
  retryAfterSeconds: 0,
  refusal: 0,
  revokedToken: 0,
  brokenUpload: 0,
  duplicateEvents: 0,
  reorderedEvents: 0,
  garbage: 0,
  crash: 0,
  limit: null,
  only: '',
};

export interface Chaos {
  settings(provider: ProviderName): ChaosSettings;
  /** Changes some switches and restarts the seeded sequences. @throws Error for an invalid value; callers see its message */
  set(provider: ProviderName, change: Partial<ChaosSettings>): ChaosSettings;
  /**
   * Decides whether this fault happens now, from the fault's own sequence. A fault is written to the journal before it takes
   * effect, with the post, upload, container or grant that it hits, or the call's `METHOD path`.
   */
  strikes(provider: ProviderName, fault: Fault, about: string): boolean;
}

/** Opens the switches. They are kept over a restart, which restarts the seeded sequences. */
export function openChaos(store: Store, journal: Journal): Chaos {
  /** `round` counts the changes. Each change restarts the sequences in all threads. */
  const saved = store.collection<ChaosSettings & { id: string; round: number }>('chaos');
  const sequences = new Map<string, { round: number; next: () => number }>();

  const settings = (provider: ProviderName): ChaosSettings => {
    const { id: _id, round: _round, ...present } = { id: '', round: 0, ...calm, ...saved.get(provider) };
    return present;
  };
  const roundOf = (provider: ProviderName): number => saved.get(provider)?.round ?? 0;
  return {
    settings,
    set: (provider, change) => {
      const next = { ...settings(provider), ...checked(change) };
      saved.put({ id: provider, round: roundOf(provider) + 1, ...next });
      return next;
    },
    strikes: (provider, fault, about) => {
      const present = settings(provider);
      if (present[fault] <= 0 || present.limit === 0) return false;
      const name = `${provider} ${fault}`;
      const round = roundOf(provider);
      const known = sequences.get(name);
      const seed = present.seed + faults.indexOf(fault) * 7919;
      const { next } = known?.round === round ? known : { next: sequence(seed) };
      sequences.set(name, { round, next });
      if (next() >= present[fault]) return false;
      if (present.limit !== null) saved.update(provider, { limit: present.limit - 1 });
      journal.record({ provider, act: 'fault', account: '', id: fault, key: about });
      return true;
    },
  };
}

function checked(change: Partial<ChaosSettings>): Partial<ChaosSettings> {
  for (const [name, value] of Object.entries(change)) {
    if (!Object.hasOwn(calm, name)) throw new Error(`There is no switch '${name}'.`);
    if (name === 'only') {
      if (typeof value !== 'string') throw new Error(`'only' is a text.`);
    } else if (name !== 'limit' || value !== null) {
      if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
        throw new Error(`'${name}' is a number from 0 on.`);
      if (faults.some((fault) => fault === name) && value > 1) throw new Error(`'${name}' is a rate from 0 to 1.`);
    }
  }
  return change;
}

/** Pseudo-random numbers in [0, 1) from the seed (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
