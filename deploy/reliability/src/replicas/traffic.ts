import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@reelwright/local/running-stack';
import type { Change } from './changes.ts';
import type { Read } from './reads.ts';

/** A request and how it ended. */
export interface Sent {
  readonly kind: 'read' | 'change';
  readonly shown: string;
  readonly outcome: 'ok' | 'in part' | 'unknown' | 'lost';
  readonly problem?: string;
}

export interface Traffic {
  /** From now on half of the requests concern this service. */
  focusOn(service: ServiceName): void;
  /** The requests that have ended since the last call. */
  takeEnded(): Sent[];
  /** How many requests were left out because this program got no turn when they were due. */
  readonly leftOut: number;
  /** Resolves once no request is open. */
  stop(): Promise<void>;
}

const TICK_MS = 5;
/** A request that is later than this is left out: sent with all others that are, it would be a burst that nobody asked for. */
const LATE_MS = 250;

type Request = Pick<Sent, 'kind' | 'shown'> & {
  readonly services: ReadonlySet<ServiceName>;
  send(): Promise<Exclude<Sent['outcome'], 'lost'>>;
};

/** Sends all reads and changes in turn, so many a second, whether or not earlier ones have been answered. */
export function startTraffic(options: {
  readonly reads: readonly Read[];
  readonly changes: readonly Change[];
  readonly perSecond: number;
}): Traffic {
  const all: Request[] = [
    ...options.reads.map(({ shown, counted, send }): Request => {
      return { kind: 'read', shown, services: new Set(counted.map(({ service }) => service)), send };
    }),
    ...options.changes.map(({ shown, service, send }): Request => {
      return { kind: 'change', shown, services: new Set([service]), send };
    }),
  ];
  const nextOfAll = inTurn(all);
  let nextOfFocus = nextOfAll;
  let ended: Sent[] = [];
  let leftOut = 0;
  let isStopped = false;
  const open = new Set<Promise<void>>();

  async function follow({ kind, shown, send }: Request): Promise<void> {
    try {
      ended.push({ kind, shown, outcome: await send() });
    } catch (error) {
      ended.push({ kind, shown, outcome: 'lost', problem: describe(error) });
    }
  }

  async function run(): Promise<void> {
    const everyMs = 1_000 / options.perSecond;
    let turn = 0;
    for (let dueAt = performance.now(); !isStopped; await delay(TICK_MS)) {
      for (const now = performance.now(); dueAt <= now; dueAt += everyMs) {
        if (now - dueAt > LATE_MS) {
          leftOut++;
          continue;
        }
        const work = follow(turn++ % 2 === 0 ? nextOfFocus() : nextOfAll());
        open.add(work);
        void work.finally(() => open.delete(work));
      }
    }
    await Promise.all(open);
  }
  const running = run();

  return {
    focusOn(service) {
      nextOfFocus = inTurn(all.filter(({ services }) => services.has(service)));
    },
    takeEnded() {
      const taken = ended;
      ended = [];
      return taken;
    },
    get leftOut() {
      return leftOut;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

function inTurn<Item>(items: readonly Item[]): () => Item {
  let turn = 0;
  return () => {
    const item = items[turn++ % items.length];
    if (item === undefined) throw new Error('there is nothing to send');
    return item;
  };
}

/** With the cause, which says what happened to the connection. */
function describe(error: unknown): string {
  const { cause } = error as Error;
  return cause ? `${error} (${cause})` : String(error);
}
