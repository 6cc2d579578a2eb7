import type { FastifyInstance } from 'fastify';
import type { Medium } from '../core/media.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { pull } from './pull.ts';

type Pulled = Medium | 'unreachable' | 'too-large';

interface Downloads {
  /** Fetches in the background, once per id at a time; `done` is not called when the sandbox closes before. */
  begin(id: string, url: string, mostBytes: number, done: (pulled: Pulled) => void): void;
  /** Lets the server end what is still being fetched before it closes: the state file closes after it. */
  endWith(app: FastifyInstance): void;
}

const known = new WeakMap<Sandbox, Downloads>();

/** The videos the platforms of a sandbox are fetching. */
export function downloadsOf(sandbox: Sandbox): Downloads {
  const present = known.get(sandbox);
  if (present) return present;
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();
  const fetchOne = async (url: string, mostBytes: number, done: (pulled: Pulled) => void): Promise<void> => {
    const pulled = await pull(sandbox, url, mostBytes, closing.signal);
    if (!closing.signal.aborted) done(pulled);
  };
  const downloads: Downloads = {
    begin: (id, url, mostBytes, done) => {
      if (running.has(id) || closing.signal.aborted) return;
      running.set(
        id,
        fetchOne(url, mostBytes, done).finally(() => running.delete(id)),
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
