import { randomInt } from 'node:crypto';
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
    /** Replaces each by one with this setting: the new one takes requests before the old one stops. */
    async rollOut(setting: Setting): Promise<void> {
      for (let place = 0; place < options.count; place++) {
        const replica = await options.build(setting);
        await startAll(replica.components.filter(runs), logger);
        for (const old of running.splice(place, 1, { replica, underWay: new Set() })) await retire(old);
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
 * @returns how often each was made
 * @throws what the first failing one throws
 */
export async function underLoad(
  requests: readonly (() => Promise<void>)[],
  work: () => Promise<void>,
): Promise<number[]> {
  let isOver = false;
  const load = requests.map(async (request) => {
    let made = 0;
    for (let isLast = false; !isLast; made++) {
      isLast = isOver;
      await request();
      // A request that needs no input would otherwise leave none to the rest of this process.
      await nextTurn();
    }
    return made;
  });
  const working = work().finally(() => {
    isOver = true;
  });
  const [counts] = await Promise.all([Promise.all(load), working]);
  return counts;
}
