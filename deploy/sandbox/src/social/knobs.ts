import type { FastifyInstance } from 'fastify';
import type { ProviderName } from '../core/origins.ts';
import type { Store } from '../core/store.ts';

type Values = Record<string, number | boolean>;

export interface Knobs<T extends Values> {
  get(): T;
  /** Changes some values. @throws Error for an unknown name or a value of another type; callers see its message */
  set(change: Partial<T>): T;
}

/** Knobs: a provider's limits, lifetimes and delays that tests can change. A reset restores the defaults. */
export function openKnobs<T extends Values>(store: Store, provider: ProviderName, defaults: T): Knobs<T> {
  const saved = store.collection<{ id: string; values: Partial<T> }>('knobs');
  const get = (): T => ({ ...defaults, ...saved.get(provider)?.values });
  return {
    get,
    set: (change) => {
      for (const [knob, value] of Object.entries(change)) {
        if (typeof value !== typeof defaults[knob])
          throw new Error(`'${knob}' is not a knob, or its value has the wrong type.`);
      }
      saved.put({ id: provider, values: { ...saved.get(provider)?.values, ...change } });
      return get();
    },
  };
}

/** `GET` and `PUT /_sandbox/knobs` on the provider's own server, as JSON. 400 INVALID_KNOB where `set` throws. */
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
