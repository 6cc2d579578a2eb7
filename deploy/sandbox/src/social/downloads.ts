import type { FastifyInstance } from 'fastify';
import type { Medium } from '../core/media.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { pull } from './pull.ts';

type Pulled = Medium | 'unreachable' | 'too-large';

interface Downloads {
  /** Fetches in the background, at most one download per id. `done` is not called if the sandbox closes first. */
  begin(id: string, url: string, maxBytes: number, done: (pulled: Pulled) => void): void;
  /** Ends open downloads when the server closes, which is before the state file closes. */
  endWith(app: FastifyInstance): void;
}

const known = new WeakMap<Sandbox, Downloads>();

/** Downloads of videos by the platforms. */
export function downloadsOf(sandbox: Sandbox): Downloads {
  const present = known.get(sandbox);
  if (present) return present;
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();
  const fetchOne = async (url: string, maxBytes: number, done: (pulled: Pulled) => void): Promise<void> => {
    const pulled = await pull(sandbox, url, maxBytes, closing.signal);
    if (!closing.signal.aborted) done(pulled);
  };
  const downloads: Downloads = {
    begin: (id, url, maxBytes, done) => {
      if (running.has(id) || closing.signal.aborted) return;
      running.set(
        id,
        fetchOne(url, maxBytes, done).finally(() => running.delete(id)),
      );
    },
    endWith: (app) => {
      app.addHook('preClose', async () => {
        closing.abort();
        await Promise.allSettled(running.values());
      });
    },
  };
  known.set(sandbox, downloads);
  return downloads;
}
