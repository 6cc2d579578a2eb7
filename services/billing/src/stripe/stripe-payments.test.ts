import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Payments } from './payments.ts';
import { createStripePayments } from './stripe-payments.ts';

let server: Server;
let payments: Payments;
let isAway = true;
/** The first response under each key, replayed with its errors, as Stripe does for a day. */
const kept = new Map<string, { status: number; body: string }>();
const made: string[] = [];
beforeAll(async () => {
  server = createServer((request, reply) => {
    const key = String(request.headers['idempotency-key']);
    const known = kept.get(key);
    const answer = known ?? {
      status: isAway ? 500 : 200,
      body: JSON.stringify(isAway ? { error: { type: 'api_error', message: 'Ours.' } } : { id: 'cus_1' }),
    };
    if (!known && !isAway) made.push(key);
    kept.set(key, answer);
    request.resume();
    const headers = { 'content-type': 'application/json', ...(known && { 'idempotent-replayed': 'true' }) };
    reply.writeHead(answer.status, headers).end(answer.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  payments = createStripePayments({
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_1', 'whsec_2'],
    host: '127.0.0.1',
    port,
    protocol: 'http',
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('an error that Stripe replays under a key for a day delays a request by a quarter of an hour at most', async () => {
  // Two requests under one key, so that the error is stored for that key.
  const failed = await Promise.allSettled([1, 2].map(() => payments.createCustomer('7', 'customer-7')));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  // Simulates the next quarter of an hour.
  kept.delete([...kept.keys()].find((key) => key !== 'customer-7') ?? '');
  isAway = false;
  await expect(payments.createCustomer('7', 'customer-7')).resolves.toBe('cus_1');
  await expect(payments.createCustomer('7', 'customer-7')).resolves.toBe('cus_1');
  expect(made).toHaveLength(1);
}, 60_000);
