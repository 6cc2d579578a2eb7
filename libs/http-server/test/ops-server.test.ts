import { AppError } from '@reelwright/errors';
import { createLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createOpsServer, type OpsServer } from '../src/index.ts';

let ready: () => Promise<void>;
let ops: OpsServer;
let logged: string[];
const metrics = createMetrics({ service: 'test', processMetrics: false });

beforeEach(async () => {
  ready = async () => undefined;
  logged = [];
  const logger = createLogger({ service: 'test' }, { write: (line: string) => void logged.push(line) });
  ops = createOpsServer({ host: '127.0.0.1', port: 0, logger, metrics, ready: () => ready() });
  await ops.start();
});
afterEach(() => ops.stop());

async function answer(path: string) {
  const response = await fetch(`http://127.0.0.1:${ops.port()}${path}`);
  const body = (await response.json()) as { error?: string; message?: string };
  return { status: response.status, error: body.error, message: body.message };
}

describe('the ops port', () => {
  it('says that a starting process is alive, but neither started nor ready', async () => {
    expect(await answer('/livez')).toMatchObject({ status: 200 });
    expect(await answer('/startz')).toMatchObject({ status: 503, error: 'STARTING' });
    expect(await answer('/readyz')).toMatchObject({ status: 503, error: 'STARTING' });
    ops.markStarted();
    expect(await answer('/startz')).toMatchObject({ status: 200 });
    expect(await answer('/readyz')).toMatchObject({ status: 200 });
  });

  it('says that a draining process is alive and started, but not ready', async () => {
    ops.markStarted();
    await ops.drain();
    expect(await answer('/livez')).toMatchObject({ status: 200 });
    expect(await answer('/startz')).toMatchObject({ status: 200 });
    expect(await answer('/readyz')).toMatchObject({ status: 503, error: 'DRAINING' });
  });

  it('names why a process is not ready, when the reason is meant to be shown', async () => {
    ops.markStarted();
    ready = async () => {
      throw new AppError('UNAVAILABLE', 'SCHEMA_BEHIND', 'The database is behind.');
    };
    expect(await answer('/readyz')).toMatchObject({ status: 503, error: 'SCHEMA_BEHIND' });
  });

  it('logs once why a process is not ready, and no errors while it starts and stops', async () => {
    ready = async () => {
      throw new AppError('UNAVAILABLE', 'SCHEMA_BEHIND', 'The database is behind.');
    };
    for (const path of ['/readyz', '/readyz', '/readyz']) await answer(path);
    ready = async () => undefined;
    ops.markStarted();
    await answer('/readyz');
    await ops.drain();
    for (const path of ['/readyz', '/readyz']) await answer(path);
    const lines = logged.map((line) => JSON.parse(line) as { level: string; code?: string });
    expect(lines.filter(({ code }) => code).map(({ level, code }) => [level, code])).toEqual([
      ['info', 'SCHEMA_BEHIND'],
      ['info', 'DRAINING'],
    ]);
  });

  it('[ASVS 16.5.1] gives no other reason', async () => {
    ops.markStarted();
    ready = async () => {
      throw new Error('password=hunter2');
    };
    const response = await answer('/readyz');
    expect(response).toMatchObject({ status: 503, error: 'NOT_READY' });
    expect(JSON.stringify(response)).not.toContain('hunter2');
    expect(await answer('/livez')).toMatchObject({ status: 200 });
  });

  it('has the metrics of the process', async () => {
    metrics.counter('test_things_total', 'Things').inc();
    const response = await fetch(`http://127.0.0.1:${ops.port()}/metrics`);
    expect(await response.text()).toContain('test_things_total{service="test"} 1');
  });

  it('answers what it does not have with a clear error', async () => {
    expect(await answer('/api/things')).toMatchObject({ status: 404, error: 'NOT_FOUND' });
  });
});
