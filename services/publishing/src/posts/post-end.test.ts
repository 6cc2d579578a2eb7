import type { PostRow } from '../database.ts';
import { endOf } from './post-end.ts';

const PLANNED = new Date('2026-11-30T23:58:00.000Z');
const after = (seconds: number) => new Date(PLANNED.getTime() + seconds * 1_000);
const post = (columns: Partial<PostRow>) =>
  ({ platform: 'tiktok', code: null, posted_at: null, ...columns }) as PostRow;
const posted = (seconds: number) => post({ state: 'posted', posted_at: after(seconds) });

describe('a post that went out', () => {
  it.each([
    [-30, 5, 0],
    [0, 5, 0],
    [5, 5, 5],
    [5.001, 15, 5.001],
    [300, 300, 300],
    [301, 600, 301],
    [86_401, 2_147_483_647, 86_401],
  ])('%d s after its planned time is counted up to %d s', (seconds, bound, lateness) => {
    expect(endOf('going_out', posted(seconds), PLANNED)).toEqual({
      month: '2026-11',
      platform: 'tiktok',
      outcome: 'posted',
      cause: '',
      lateness_le: bound,
      lateness_seconds: lateness,
    });
  });

  it('is not counted if it waited for the approval of its owner', () => {
    expect(endOf('going_out', { ...posted(3_600), delayed_by: 'AWAITS_APPROVAL' }, PLANNED)).toBeUndefined();
  });

  it('is counted when it changes its state, and not with each change', () => {
    expect(endOf('posted', posted(1), PLANNED)).toBeUndefined();
  });
});

describe('a post that did not go out', () => {
  it('is counted with its cause, and without lateness', () => {
    const failed = post({ state: 'failed', code: 'DUPLICATE', posted_at: after(7) });
    expect(endOf('going_out', failed, PLANNED)).toMatchObject({
      outcome: 'failed',
      cause: 'DUPLICATE',
      lateness_le: 0,
      lateness_seconds: 0,
    });
  });

  it.each(['waiting', 'staging', 'staged', 'going_out', 'processing', 'unconfirmed'] as const)(
    'has not ended while it is %s',
    (state) => expect(endOf('posted', post({ state }), PLANNED)).toBeUndefined(),
  );

  it.each(['MISSED_WHILE_PAUSED', 'MISSED_UNAPPROVED'] as const)('is no end if its owner held it: %s', (code) => {
    expect(endOf('staged', post({ state: 'missed', code }), PLANNED)).toBeUndefined();
    expect(endOf('staged', post({ state: 'missed', code: 'MISSED' }), PLANNED)).toBeDefined();
  });

  it('is no end if its owner removed it', () => {
    expect(endOf('waiting', post({ state: 'cancelled' }), PLANNED)).toBeUndefined();
  });
});
