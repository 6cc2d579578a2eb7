import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger as logger } from '@reelwright/logger';
import { createTcpProxy, eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { createSessionStore } from '../src/sessions/session-store.ts';
import { type Auth, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

describe('the connection that listens for ended sessions', () => {
  it('is opened again at most once a second, however long the database was down', async () => {
    const proxy = await createTcpProxy(auth.config.DATABASE_URL);
    const store = createSessionStore({ db: auth.db, url: proxy.url, logger });
    const lines = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
        where application_name = 'auth sessions' and datname = current_database()`.execute(auth.db);
      return rows[0]?.count;
    };
    await store.start();
    expect(await lines()).toBe(2); // this one and the service's own
    proxy.disable();
    await eventually(() => expect(proxy.connections()).toBeGreaterThan(3));
    const [away, since] = [proxy.connections(), performance.now()];
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(proxy.connections() - away).toBeLessThanOrEqual(1 + (performance.now() - since) / 1_000);
    proxy.enable();
    await eventually(async () => expect(await lines()).toBe(2));
    await store.stop();
    await eventually(async () => expect(await lines()).toBe(1));
    proxy.stop();
  });
});
