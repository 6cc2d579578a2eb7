import { silentLogger } from '@reelwright/logger';
import { createTcpProxy, createTestDatabase, eventually, type TcpProxy } from '@reelwright/testing';
import pg from 'pg';
import { createListener, type Listener } from '../src/index.ts';

let url: string;
let dropDatabase: () => Promise<void>;
let admin: pg.Client;
let proxy: TcpProxy;
let received: string[];
let line: Listener;

const listen = (more: { onUp?: (client: pg.ClientBase) => Promise<void> } = {}) =>
  createListener({
    url: proxy.url,
    channel: 'events',
    name: 'a line',
    logger: silentLogger,
    onMessage: (payload) => received.push(payload),
    ...more,
    onDown: () => received.push('(down)'),
  });
const notify = (text: string) => admin.query('select pg_notify($1, $2)', ['events', text]);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function lines(): Promise<number> {
  const { rows } = await admin.query(
    `select 1 from pg_stat_activity where application_name = 'a line' and datname = current_database()`,
  );
  return rows.length;
}

beforeEach(async () => {
  ({ url, drop: dropDatabase } = await createTestDatabase({ name: 'listener' }));
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  proxy = await createTcpProxy(url);
  received = [];
});
afterEach(async () => {
  await line.stop();
  proxy.stop();
  await admin.end();
  await dropDatabase();
});

describe('a listener', () => {
  it('receives notifications from its start to its stop', async () => {
    line = listen();
    await line.start();
    await notify('one');
    await eventually(() => expect(received).toEqual(['one']));
    await line.stop();
    expect(received).toEqual(['one', '(down)']);
    await eventually(async () => expect(await lines()).toBe(0));
  });

  it('tries once a second while the server is unavailable, and has one connection when it is back', async () => {
    line = listen();
    await line.start();
    proxy.disable();
    await eventually(() => expect(proxy.connections()).toBeGreaterThanOrEqual(3));
    const before = proxy.connections();
    await pause(2_500);
    expect(proxy.connections() - before).toBeLessThanOrEqual(3);
    proxy.enable();
    await eventually(async () => expect(await lines()).toBe(1));
    await eventually(async () => {
      await notify('back');
      expect(received.at(-1)).toBe('back');
    });
    await pause(1_500);
    expect(await lines()).toBe(1);
  });

  it('counts a connection whose first query fails as lost', async () => {
    let broken = false;
    line = listen({ onUp: async (client) => void (await client.query(broken ? 'select nothing' : 'select 1')) });
    await line.start();
    broken = true;
    const before = proxy.connections();
    proxy.reset();
    await eventually(() => expect(proxy.connections() - before).toBeGreaterThanOrEqual(2));
    broken = false;
    await eventually(async () => {
      await notify('back');
      expect(received.at(-1)).toBe('back');
    });
    expect(await lines()).toBe(1);
  });

  it('fails at its start when no server is reachable, and does not retry', async () => {
    proxy.disable();
    line = listen();
    await expect(line.start()).rejects.toThrow();
    const before = proxy.connections();
    await pause(1_500);
    expect(proxy.connections()).toBe(before);
  });

  it('ends at once when it is stopped while the server is unavailable', async () => {
    line = listen();
    await line.start();
    proxy.disable();
    await eventually(() => expect(proxy.connections()).toBeGreaterThanOrEqual(2));
    await line.stop();
    proxy.enable();
    const before = proxy.connections();
    await pause(1_500);
    expect(proxy.connections()).toBe(before);
  });
});
