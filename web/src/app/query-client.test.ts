import { expect, jest, test } from '@jest/globals';
import { failure, stubServer } from '../../test/browser.tsx';
import { request } from '../lib/api-client.ts';
import { createQueryClient } from './query-client.ts';

const call = 'GET /api/videos';
const read = { queryKey: ['videos'], queryFn: () => request('GET', '/api/videos') };
const busy = (retryAfter: string) => ({
  ...failure(503, 'TOO_BUSY', 'Too much to do.'),
  headers: { 'retry-after': retryAfter },
});

test('a read refused with Retry-After is retried after that time, and the data on the screen stays', async () => {
  const { answers, calls } = stubServer({ [call]: { body: 'old' } });
  const client = createQueryClient();
  await client.fetchQuery(read);
  answers[call] = () => (calls.length < 4 ? busy('0') : { body: 'new' });
  const again = client.fetchQuery({ ...read, staleTime: 0 });
  expect(client.getQueryData(read.queryKey)).toBe('old');
  expect(await again).toBe('new');
  expect(calls).toHaveLength(4);
});

test('a read is retried a limited number of times', async () => {
  const { calls } = stubServer({ [call]: () => busy('0') });
  await expect(createQueryClient().fetchQuery(read)).rejects.toThrow('TOO_BUSY');
  expect(calls).toHaveLength(5);
});

test.each([
  ['is not answered in time', () => ({ status: 504 })],
  [
    'finds no connection',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('a read that %s is retried', async (_name, answer) => {
  jest.useFakeTimers();
  const { answers, calls } = stubServer({ [call]: answer });
  const reading = createQueryClient().fetchQuery(read);
  await jest.advanceTimersByTimeAsync(0);
  answers[call] = { body: 'read' };
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await reading).toBe('read');
  expect(calls).toHaveLength(2);
  jest.useRealTimers();
});

test.each([
  ['names no time', failure(503, 'UNAVAILABLE', 'Not now.')],
  ['asks to wait for minutes', busy('120')],
  ['is permanent', failure(403, 'PLAN_FEATURE', 'Needs a plan.')],
])('a refusal that %s is shown at once', async (_name, answer) => {
  const { calls } = stubServer({ [call]: answer });
  await expect(createQueryClient().fetchQuery(read)).rejects.toThrow();
  expect(calls).toHaveLength(1);
});
