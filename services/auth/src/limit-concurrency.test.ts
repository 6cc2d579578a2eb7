import { expect, it } from '@jest/globals';
import { AppError } from '@reelwright/errors';
import { limitConcurrency } from './limit-concurrency.ts';

const busy = () => new AppError('UNAVAILABLE', 'BUSY', 'Busy.');

it('runs the given number at once, queues the given number more in order, and refuses the rest', async () => {
  const limit = limitConcurrency({ concurrency: 2, queueLimit: 3, busy });
  const started: number[] = [];
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<number>());
  const answers = gates.map(({ promise }, index) =>
    limit(() => {
      started.push(index);
      return promise;
    }),
  );
  await expect(answers[5]).rejects.toMatchObject({ code: 'BUSY' });
  expect(started).toEqual([0, 1]);
  for (const [index, { resolve }] of gates.entries()) resolve(index);
  expect(await Promise.all(answers.slice(0, 5))).toEqual([0, 1, 2, 3, 4]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(await limit(async () => 'free again')).toBe('free again');
});

it('frees the slot of failed work for the next', async () => {
  const limit = limitConcurrency({ concurrency: 1, queueLimit: 1, busy });
  const [failed, next] = await Promise.allSettled([
    limit(() => Promise.reject(new Error('no'))),
    limit(async () => 'next'),
  ]);
  expect(failed.status).toBe('rejected');
  expect(next).toEqual({ status: 'fulfilled', value: 'next' });
});
