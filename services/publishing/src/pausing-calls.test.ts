import { AppError } from '@reelwright/errors';
import { pausingCalls } from './pausing-calls.ts';

let now = 0;
let made = 0;
const newCalls = () =>
  pausingCalls(
    { real: () => new Date(now), pauseMs: 100 },
    () => new AppError('UNAVAILABLE', 'PAUSED', 'It did not answer a moment ago.'),
  );
const failing = (kind: 'NOT_FOUND' | 'DEADLINE_EXCEEDED') => async () => {
  made++;
  throw new AppError(kind, kind, 'No.');
};
beforeEach(() => {
  now = made = 0;
});

test('after a call without an answer none is made for a while', async () => {
  const call = newCalls();
  await expect(call(failing('DEADLINE_EXCEEDED'))).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  now = 99;
  await expect(call(failing('DEADLINE_EXCEEDED'))).rejects.toMatchObject({ code: 'PAUSED' });
  expect(made).toBe(1);
  now = 100;
  expect(await call(async () => 'an answer')).toBe('an answer');
});

test('that nothing was found is an answer', async () => {
  const call = newCalls();
  for (let i = 0; i < 2; i++) await expect(call(failing('NOT_FOUND'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(made).toBe(2);
});
