import type { FastifyInstance } from 'fastify';
import type { ProviderName } from '../core/origins.ts';
import type { Store } from '../core/store.ts';

type Values = Record<string, number | boolean>;

export interface Knobs<T extends Values> {
  get(): T;
  /** Changes some values. @throws a sentence for an unknown name or a wrong type */
  set(change: Partial<T>): T;
}

/** Knobs: a provider's limits, lifetimes and delays that tests can change. A reset restores the defaults. */
export function knobsOf<T extends Values>(store: Store, name: ProviderName, defaults: T): Knobs<T> {
  const saved = store.collection<{ id: string; values: Partial<T> }>('knobs');
  const get = (): T => ({ ...defaults, ...saved.get(name)?.values });
  return {
    get,
    set: (change) => {
      for (const [knob, value] of Object.entries(change)) {
        if (typeof value !== typeof defaults[knob]) throw new Error(`There is no knob '${knob}' of that kind.`);
      }
      saved.put({ id: name, values: { ...saved.get(name)?.values, ...change } });
      return get();
    },
  };
}

/** `GET` and `PUT /_sandbox/knobs` on the provider's own server, as JSON. 400 INVALID_KNOB for an invalid value. */
export function addKnobRoutes<T extends Values>(app: FastifyInstance, knobs: Knobs<T>): void {
  app.get('/_sandbox/knobs', async () => knobs.get());
  app.put<{ Body: Partial<T> }>('/_sandbox/knobs', async (request, reply) => {
    try {
      return knobs.set(request.body ?? {});
    } catch (error) {
      return reply.code(400).send({ error: 'INVALID_KNOB', message: (error as Error).message });
    }
  });
}
