import { eventually } from '@reelwright/testing';
import { type Gateway, startGateway } from './running-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ hasOps: true });
}, 30_000);
afterAll(() => gateway.stop());

const ops = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${gateway.opsPort}${path}`, { method });

it('the ops port says whether the gateway is ready, and what Prometheus reads', async () => {
  expect((await ops('/ready')).status).toBe(200);
  await gateway.call('/api/auth/options');
  expect(await (await ops('/stats/prometheus')).text()).toContain(
    'envoy_http_downstream_rq_xx{envoy_response_code_class="2",envoy_http_conn_manager_prefix="public"}',
  );
});

it.each([
  ['GET', '/'],
  ['GET', '/stats'],
  ['GET', '/config_dump'],
  ['GET', '/api/auth/options'],
  ['POST', '/quitquitquit'],
  ['POST', '/healthcheck/fail'],
  ['POST', '/ready'],
])('nothing else of the admin port is reached: %s %s', async (method, path) => {
  expect((await ops(path, method)).status).toBe(404);
});

it('the ops port says that the gateway drains', async () => {
  await fetch(`http://127.0.0.1:${gateway.adminPort}/healthcheck/fail`, { method: 'POST' });
  await eventually(async () => expect((await ops('/ready')).status).toBe(503));
});
