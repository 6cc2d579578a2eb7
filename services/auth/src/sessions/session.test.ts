import { expect, it } from '@jest/globals';
import { type Session, transition } from './session.ts';

const NOW = new Date('2027-03-10T09:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;
const from = (ms: number) => new Date(NOW.getTime() + ms);

/** A session that began `age` ago and was used `idle` ago. */
const given = (age: number, idle: number): Session => ({
  data: { userId: '7', signedInAt: from(-age).toISOString() },
  usedAt: from(-idle),
  expiresAt: from(Math.min(7 * DAY - idle, 30 * DAY - age)),
});

it.each([
  ['a session that is not stored', undefined, 'none', undefined],
  ['one used within the minute', given(DAY, MINUTE), 'live', undefined],
  ['one used over a minute ago expires a week from now', given(DAY, MINUTE + 1), 'live', from(7 * DAY)],
  ['one used nearly a week ago expires a week from now', given(8 * DAY, 7 * DAY - 1), 'live', from(7 * DAY)],
  ['one used a week ago has expired', given(8 * DAY, 7 * DAY), 'expired', undefined],
  ['one of 29 days expires at thirty days', given(29 * DAY, DAY), 'live', from(DAY)],
  ['one of thirty days has expired, however much it was used', given(30 * DAY, MINUTE), 'expired', undefined],
] as const)('a use of %s', (_name, session, state, savedUntil) => {
  const after = transition(session, { type: 'used' }, NOW);
  expect(after.state).toBe(state);
  expect(after.effects).toEqual({ save: savedUntil !== undefined });
  if (savedUntil) expect(after.session).toEqual({ ...session, usedAt: NOW, expiresAt: savedUntil });
  else expect(after.session).toBe(session);
});

it('a sign-in expires after a week without use', () => {
  const data = { userId: '7', signedInAt: NOW.toISOString() };
  expect(transition(undefined, { type: 'saved', data }, NOW)).toEqual({
    state: 'live',
    session: { data, usedAt: NOW, expiresAt: from(7 * DAY) },
    effects: { save: true },
  });
});

it('an empty session is stored before its user is signed in', () => {
  const empty = transition(undefined, { type: 'saved', data: {} }, NOW);
  expect(empty).toMatchObject({ state: 'live', session: { expiresAt: from(7 * DAY) } });
  const data = { userId: '7', signedInAt: NOW.toISOString() };
  const signedIn = transition(empty.session, { type: 'saved', data }, NOW);
  expect(signedIn.session).toEqual({ data, usedAt: NOW, expiresAt: from(7 * DAY) });
});

it('changing the data of a session does not extend it', () => {
  const session = given(3 * DAY, DAY);
  const data = { ...session.data, cookie: {} };
  expect(transition(session, { type: 'saved', data }, NOW)).toMatchObject({ session: { ...session, data } });
});
