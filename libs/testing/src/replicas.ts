import { randomInt } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Component, startAll, stopAll } from '@reelwright/lifecycle';
import { silentLogger as logger } from '@reelwright/logger';

/**
 * Replicas of a service, which a rollout replaces one after the other while they take requests. Only the components
 * whose names begin so run.
 */
export function createReplicas<Setting, Replica extends { readonly components: readonly Component[] }>(options: {
  count: number;
  componentNames: readonly string[];
  build: (setting: Setting) => Promise<Replica>;
}) {
  type Running = { readonly replica: Replica; readonly underWay: Set<Promise<unknown>> };
  const running: Running[] = [];
  const runs = ({ name }: Component) => options.componentNames.some((start) => name.startsWith(start));

  async function retire({ replica, underWay }: Running): Promise<void> {
    await Promise.allSettled(underWay);
    await stopAll(replica.components.filter(runs), logger);
  }

  return {
    /**
     * Replaces each by one with this setting: the new one takes requests before the old one stops.
     * @param afterEach what each replacement is followed by
     */
    async rollOut(setting: Setting, afterEach = async () => {}): Promise<void> {
      for (let place = 0; place < options.count; place++) {
        const replica = await options.build(setting);
        await startAll(replica.components.filter(runs), logger);
        for (const old of running.splice(place, 1, { replica, underWay: new Set() })) await retire(old);
        await afterEach();
      }
    },
    /** Sends a request to any of them. */
    async ask<Answer>(request: (replica: Replica) => Promise<Answer>): Promise<Answer> {
      const { replica, underWay } = running[randomInt(running.length)] as Running;
      const answer = request(replica);
      underWay.add(answer);
      return answer.finally(() => underWay.delete(answer));
    },
    async stop(): Promise<void> {
      await Promise.all(running.splice(0).map(retire));
    },
  };
}

/**
 * Repeats each of these requests while the work runs, and at least once after it.
 * @param work gets a function that waits until each request was made once more, from its beginning to its end
 * @throws what the first failing one throws
 */
export async function underLoad(
  requests: readonly (() => Promise<void>)[],
  work: (onceMore: () => Promise<void>) => Promise<void>,
): Promise<void> {
  let isOver = false;
  const rounds = new EventEmitter().setMaxListeners(0);
  const failed = new AbortController();
  const load = requests.map(async (request, index) => {
    for (let isLast = false; !isLast; ) {
      isLast = isOver;
      await request();
      rounds.emit(String(index));
      // A request that needs no input would otherwise leave none to the rest of this process.
      await nextTurn();
    }
  });
  const onceMore = async () => {
    const made = requests.map(async (_, index) => {
      // The first one that ends may have begun before.
      for (let ended = 0; ended < 2; ended++) await once(rounds, String(index), { signal: failed.signal });
    });
    await Promise.all(made);
  };
  const working = work(onceMore).finally(() => {
    isOver = true;
  });
  await Promise.all([...load, working]).finally(() => failed.abort());
}
