import {
  endedStates,
  handedOverStates,
  type PostCause,
  type PostState,
  postStates,
  uncommittedStates,
} from '@reelwright/product';
import type { PostRow } from '../database.ts';
import type { Outcome, Step } from '../platforms/connector.ts';
import { type Decision, decide, eventOf, type Situation } from './decide.ts';
import { type PostEvent, transition } from './post.ts';
import { MISSED_AFTER_MS } from './retry-times.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const HOUR = 3_600_000;

const baseline: Situation = {
  state: 'waiting',
  code: null,
  dueAt: at(HOUR),
  hasHandle: false,
  stagedKey: null,
  currentKey: 'k',
  stagedAt: null,
  cancelled: false,
  skipped: false,
  paused: false,
  dueInPause: false,
  approved: true,
  goesHere: true,
  mediaReady: true,
  mediaFailed: false,
  connectionProblem: undefined,
  named: true,
  planEnded: false,
  unanswered: false,
  preflightedAt: now,
  foreseen: null,
  rereadEveryMs: 3_000,
  stageLeadMs: 2 * HOUR,
  stageLifeMs: 24 * HOUR,
};
const staged: Situation = { ...baseline, state: 'staged', hasHandle: true, stagedKey: 'k', stagedAt: now };
const decided = (situation: Partial<Situation>, base = baseline): Decision =>
  decide({ ...base, ...situation }, now, now);

describe('decide', () => {
  test.each<[string, Partial<Situation>, Situation, Decision]>([
    ['stages once its lead has begun', {}, baseline, { do: 'stage' }],
    ['sleeps until its lead begins', { dueAt: at(3 * HOUR) }, baseline, { do: 'sleep', until: at(HOUR), code: null }],
    [
      'asks its platform once its video is made',
      { preflightedAt: null, stageLeadMs: HOUR / 2 },
      baseline,
      { do: 'preflight' },
    ],
    [
      'asks it again an hour before its time',
      { dueAt: at(3 * HOUR), stageLeadMs: HOUR / 2 },
      baseline,
      { do: 'sleep', until: at(2 * HOUR), code: null },
    ],
    [
      'asks it no more after that',
      { dueAt: at(HOUR), stageLeadMs: HOUR / 2 },
      baseline,
      { do: 'sleep', until: at(HOUR / 2), code: null },
    ],
    [
      'keeps what is foreseen, and asks again after an hour',
      { dueAt: at(20 * HOUR), preflightedAt: at(-HOUR / 2), foreseen: 'PRIVACY_OPTION_GONE' },
      baseline,
      { do: 'sleep', until: at(HOUR / 2), code: 'PRIVACY_OPTION_GONE' },
    ],
    [
      'is staged in time whatever is foreseen',
      { preflightedAt: null, foreseen: 'PRIVACY_OPTION_GONE' },
      baseline,
      { do: 'stage' },
    ],
    [
      'asks nothing while all posts are paused',
      { preflightedAt: null, stageLeadMs: 0, paused: true },
      baseline,
      {
        do: 'sleep',
        until: at(HOUR),
        code: 'POSTING_PAUSED',
      },
    ],
    [
      'sleeps until the render is finished',
      { mediaReady: false },
      baseline,
      { do: 'sleep', until: at(HOUR), code: null },
    ],
    ['sleeps until its time when it is staged', {}, staged, { do: 'sleep', until: at(HOUR), code: null }],
    ['commits at its time when it is staged', { dueAt: now }, staged, { do: 'commit' }],
    ['commits up to 6 hours late', { dueAt: at(-MISSED_AFTER_MS) }, staged, { do: 'commit' }],
    [
      'is missed when it is later',
      { dueAt: at(-MISSED_AFTER_MS - 1) },
      staged,
      { do: 'withdraw', because: 'missed', code: 'MISSED' },
    ],
    [
      'fails after failing for 6 hours',
      { dueAt: at(-7 * HOUR), code: 'RATE_LIMITED' },
      baseline,
      { do: 'withdraw', because: 'failed', code: 'RATE_LIMITED' },
    ],
    [
      'withdraws a cancelled post',
      { cancelled: true },
      staged,
      { do: 'withdraw', because: 'cancelled', code: 'ENTRY_CANCELLED' },
    ],
    [
      'withdraws a post whose entry no longer names the platform',
      { goesHere: false },
      staged,
      { do: 'withdraw', because: 'cancelled', code: 'NOT_WANTED' },
    ],
    [
      'withdraws a post that its owner skipped',
      { skipped: true },
      staged,
      { do: 'withdraw', because: 'cancelled', code: 'ENTRY_SKIPPED' },
    ],
    [
      'sleeps until its time while all posts are paused, and is not staged',
      { paused: true },
      baseline,
      { do: 'sleep', until: at(HOUR), code: 'POSTING_PAUSED' },
    ],
    [
      'is not committed while all posts are paused',
      { paused: true, dueAt: now },
      staged,
      { do: 'sleep', until: at(MISSED_AFTER_MS + 1), code: 'POSTING_PAUSED' },
    ],
    [
      'is missed if all posts are paused for too long',
      { paused: true, code: 'POSTING_PAUSED', dueAt: at(-MISSED_AFTER_MS - 1) },
      staged,
      { do: 'withdraw', because: 'missed', code: 'MISSED_WHILE_PAUSED' },
    ],
    [
      'is missed at the end of the pause in which it was due, however late it is',
      { dueInPause: true, dueAt: at(-1) },
      staged,
      { do: 'withdraw', because: 'missed', code: 'MISSED_WHILE_PAUSED' },
    ],
    [
      'stays held in a later pause',
      { paused: true, dueInPause: true, dueAt: at(-1) },
      staged,
      { do: 'sleep', until: at(MISSED_AFTER_MS), code: 'POSTING_PAUSED' },
    ],
    ['is staged before its owner has approved it', { approved: false }, baseline, { do: 'stage' }],
    [
      'sleeps until its time without approval',
      { approved: false },
      staged,
      { do: 'sleep', until: at(HOUR), code: null },
    ],
    [
      'waits after its time for approval',
      { approved: false, dueAt: now },
      staged,
      { do: 'sleep', until: at(MISSED_AFTER_MS + 1), code: 'AWAITS_APPROVAL' },
    ],
    [
      'is missed without approval',
      { approved: false, code: 'AWAITS_APPROVAL', dueAt: at(-MISSED_AFTER_MS - 1) },
      staged,
      { do: 'withdraw', because: 'missed', code: 'MISSED_UNAPPROVED' },
    ],
    [
      'withdraws a copy of other content',
      { currentKey: 'other' },
      staged,
      { do: 'withdraw', because: 'restage', code: null },
    ],
    [
      'withdraws a copy that is too old',
      { stagedAt: at(-25 * HOUR) },
      staged,
      { do: 'withdraw', because: 'restage', code: null },
    ],
    [
      'keeps a staged copy without a plan until its time',
      { planEnded: true },
      staged,
      { do: 'sleep', until: at(HOUR), code: null },
    ],
    [
      'fails at its time without a plan',
      { planEnded: true, dueAt: now },
      staged,
      { do: 'withdraw', because: 'failed', code: 'PLAN_FEATURE' },
    ],
    [
      'is not delayed before its time by a scheduling that does not answer',
      { unanswered: true },
      staged,
      { do: 'sleep', until: at(HOUR), code: null },
    ],
    [
      'asks scheduling again at its time',
      { unanswered: true, dueAt: now },
      staged,
      { do: 'sleep', until: at(3_000), code: 'CALENDAR_UNREACHABLE' },
    ],
    [
      'is missed, and does not fail, if scheduling did not answer for 6 hours',
      { unanswered: true, code: 'CALENDAR_UNREACHABLE', dueAt: at(-7 * HOUR) },
      staged,
      { do: 'withdraw', because: 'missed', code: 'MISSED' },
    ],
    [
      'waits for a connection until its time',
      { connectionProblem: 'RECONNECT_NEEDED' },
      staged,
      { do: 'sleep', until: at(HOUR), code: 'RECONNECT_NEEDED' },
    ],
    [
      'ends without a connection at its time',
      { connectionProblem: 'RECONNECT_NEEDED', dueAt: now },
      staged,
      { do: 'withdraw', because: 'no_connection', code: 'RECONNECT_NEEDED' },
    ],
    [
      'is cancelled when its user disconnected',
      { connectionProblem: 'NOT_CONNECTED', named: false },
      staged,
      { do: 'withdraw', because: 'cancelled', code: 'DISCONNECTED' },
    ],
    [
      'ends without a connection when its user disconnected after its time',
      { connectionProblem: 'NOT_CONNECTED', named: false, dueAt: at(-HOUR) },
      staged,
      { do: 'withdraw', because: 'no_connection', code: 'NOT_CONNECTED' },
    ],
  ])('%s', (_name, situation, base, action) => expect(decided(situation, base)).toEqual(action));

  test('changes the post, or takes a step at the platform', () => {
    const until = at(HOUR);
    expect(eventOf({ do: 'sleep', until, code: 'MISSED' })).toEqual({
      type: 'next_step_set',
      at: until,
      code: 'MISSED',
    });
    const withdrawn = { because: 'missed', code: 'MISSED' } as const;
    expect(eventOf({ do: 'withdraw', ...withdrawn })).toEqual({ type: 'withdrawn', ...withdrawn });
    for (const step of ['preflight', 'stage', 'commit', 'observe', 'reconcile'] as const)
      expect(eventOf({ do: step })).toBeUndefined();
  });

  test.each<PostState>(['going_out', 'unconfirmed'])('a commit with an unknown end is only reconciled: %s', (state) => {
    for (const change of [
      {},
      { cancelled: true },
      { currentKey: 'x' },
      { dueAt: at(-9 * HOUR) },
      { connectionProblem: 'NOT_CONNECTED' as const },
      { skipped: true },
      { paused: true },
      { dueInPause: true },
      { approved: false },
    ]) {
      expect(decided({ ...change, state }, staged)).toEqual({ do: 'reconcile' });
    }
  });

  test('of the posts that are not over, only a staged one is committed', () => {
    const open = [...uncommittedStates, ...handedOverStates];
    expect(open.filter((state) => decided({ state, dueAt: now }, staged).do === 'commit')).toEqual(['staged']);
  });

  test('a post that its owner holds is never committed, whatever else is true of it', () => {
    const holds = [{ skipped: true }, { paused: true }, { dueInPause: true }, { approved: false }];
    for (const hold of holds)
      for (const state of uncommittedStates)
        for (const dueAt of [at(-5 * HOUR), at(-1), now, at(1)])
          for (const code of [null, 'CALENDAR_UNREACHABLE', 'RATE_LIMITED'] as const)
            expect(decided({ ...hold, state, dueAt, code }, staged).do).not.toBe('commit');
  });

  test('a post that is posted or ended has no next step', () => {
    for (const state of ['posted', ...endedStates] as const)
      expect(() => decided({ state, dueAt: now }, staged)).toThrow(`a post in ${state} has no next step`);
  });
});

const outcomes: Outcome[] = [
  { kind: 'done', handle: { id: 1 } },
  { kind: 'done', posted: { id: 'p', permalink: 'https://x' } },
  { kind: 'pending', handle: { id: 1 }, at: at(5_000) },
  { kind: 'retryable', code: 'RATE_LIMITED', at: at(60_000) },
  { kind: 'retryable', code: 'SESSION_LOST', restage: true },
  { kind: 'permanent', code: 'BLOCKED' },
  { kind: 'unknown', handle: { id: 1 } },
];

/** A staged post on Facebook, due now, whose commit began a minute ago. */
const post: PostRow = {
  id: 'p',
  video_id: 'v',
  user_id: 'u',
  platform: 'facebook',
  state: 'staged',
  code: null,
  due_at: now,
  next_action_at: now,
  handle: { id: 1 },
  content_key: 'k',
  staged_at: at(-HOUR),
  tries: 0,
  permalink: null,
  platform_post_id: null,
  account_id: 'a',
  account_name: 'A',
  posted_at: null,
  committed_at: at(-60_000),
  sent_at: at(-60_000),
  delayed_by: null,
  delayed_until: null,
  unanswered_since: null,
  requested_variation: null,
  preflighted_at: null,
  foreseen: null,
  late: false,
  budget_scope: 'a',
  budget_day: '2026-11-21',
  moved: null,
  revision: 7,
  lease_token: 3,
  leased_until: at(60_000),
  updated_at: at(-60_000),
  traceparent: null,
};

interface StepContext {
  readonly state: PostState;
  readonly tries: number;
  readonly dueAt: Date;
  readonly sinceIntentMs: number;
  readonly askedOnly: boolean;
  readonly callCode: PostCause;
  readonly accessLost: boolean;
}

/** The post after a step. */
function afterStep(step: Step, outcome: Outcome, given: Partial<StepContext> = {}) {
  const { state = 'staged', tries = 0, dueAt = now, sinceIntentMs = 60_000, askedOnly, callCode } = given;
  const { post: after, effects } = transition(
    {
      ...post,
      state,
      tries,
      due_at: dueAt,
      committed_at: at(-sinceIntentMs),
      ...(askedOnly && { content_key: null }),
    },
    {
      type: 'step_ended',
      step,
      outcome,
      real: now,
      inFlightMs: 45_000,
      callCode,
      accessLost: given.accessLost === true,
    },
    now,
  );
  const { code, next_action_at: nextActionAt } = after;
  return { state: after.state, code, nextActionAt, tries: after.tries, attempt: effects.commitEnded?.outcome };
}
const name = (outcome: Outcome) =>
  `${outcome.kind}${'restage' in outcome ? ' restage' : ''}${'posted' in outcome ? ' posted' : ''}`;

describe('a post after a step', () => {
  test('has this state for each step and outcome', () => {
    const table = Object.fromEntries(
      (['preflight', 'stage', 'commit', 'observe', 'reconcile'] as Step[]).map((step) => [
        step,
        Object.fromEntries(outcomes.map((outcome) => [name(outcome), afterStep(step, outcome).state])),
      ]),
    );
    const before = {
      'done posted': 'staged',
      done: 'staged',
      pending: 'staging',
      permanent: 'failed',
      'retryable restage': 'waiting',
      retryable: 'staging',
      unknown: 'waiting',
    };
    expect(table).toEqual({
      preflight: { ...before, done: 'staging', 'done posted': 'staging' },
      stage: before,
      commit: {
        'done posted': 'processing',
        done: 'processing',
        pending: 'processing',
        permanent: 'failed',
        'retryable restage': 'waiting',
        retryable: 'staged',
        unknown: 'unconfirmed',
      },
      observe: {
        'done posted': 'posted',
        done: 'posted',
        pending: 'processing',
        permanent: 'failed',
        'retryable restage': 'waiting',
        retryable: 'processing',
        unknown: 'unconfirmed',
      },
      reconcile: {
        'done posted': 'posted',
        done: 'processing',
        pending: 'processing',
        permanent: 'failed',
        'retryable restage': 'waiting',
        retryable: 'staged',
        unknown: 'unconfirmed',
      },
    });
  });

  test('counts the failed tries of a step; a step that succeeds and the checks after a commit begin at zero', () => {
    const tries = {
      done: 0,
      'done posted': 0,
      pending: 0,
      permanent: 0,
      'retryable restage': 5,
      retryable: 5,
      unknown: 5,
    };
    const steps: Step[] = ['preflight', 'stage', 'commit', 'observe', 'reconcile'];
    const counted = steps.map((step) => [
      step,
      Object.fromEntries(outcomes.map((outcome) => [name(outcome), afterStep(step, outcome, { tries: 4 }).tries])),
    ]);
    expect(Object.fromEntries(counted)).toEqual({
      preflight: tries,
      stage: tries,
      commit: { ...tries, unknown: 1 },
      observe: tries,
      reconcile: tries,
    });
  });

  test("the answer 'it never arrived' is not final while a call may be under way", () => {
    const never: Outcome = { kind: 'retryable', code: 'NOT_COMMITTED' };
    expect(afterStep('reconcile', never, { sinceIntentMs: 44_000 }).state).toBe('unconfirmed');
    expect(afterStep('reconcile', never, { sinceIntentMs: 46_000 }).state).toBe('staged');
  });

  test('waits no longer than until its time, and after it no longer than it is late', () => {
    const failed: Outcome = { kind: 'retryable', code: 'RATE_LIMITED' };
    const next = (dueAt: Date) => afterStep('stage', failed, { state: 'waiting', tries: 6, dueAt }).nextActionAt;
    expect(next(at(HOUR))).toEqual(at(15 * 60_000));
    expect(next(at(120_000))).toEqual(at(120_000));
    expect(next(now)).toEqual(at(15_000));
    expect(next(at(-120_000))).toEqual(at(120_000));
  });

  test('an accepted post that can not be checked becomes unconfirmed', () => {
    const unchecked = afterStep('observe', { kind: 'retryable', code: 'RECONNECT_NEEDED' }, { state: 'processing' });
    expect(unchecked).toMatchObject({ state: 'unconfirmed', code: 'OUTCOME_UNKNOWN', attempt: 'unknown' });
  });

  test('a post that can not be checked without access has that cause, and its checks continue', () => {
    for (const code of ['RECONNECT_NEEDED', 'TOKEN_REJECTED'] as const) {
      const outcome: Outcome = { kind: 'unknown', handle: {}, code };
      const change = afterStep('reconcile', outcome, { state: 'unconfirmed', accessLost: true });
      expect(change).toMatchObject({ state: 'unconfirmed', code: 'LOOK_NEEDS_RECONNECT' });
      expect(change.nextActionAt).not.toBeNull();
      expect(afterStep('reconcile', outcome, { state: 'unconfirmed' }).code).toBe('OUTCOME_UNKNOWN');
    }
  });

  test('a post that a platform processes for more than two days is checked less and less often, for a day', () => {
    const pending: Outcome = { kind: 'pending', at: at(5_000), handle: {} };
    const overdue = { sinceIntentMs: 49 * HOUR, dueAt: at(-49 * HOUR) };
    let tries = 0;
    const waits: number[] = [];
    for (;;) {
      const unsure = afterStep('observe', pending, { ...overdue, state: 'processing', tries });
      if (unsure.nextActionAt === null) break;
      waits.push(unsure.nextActionAt.getTime() - now.getTime());
      const taken = afterStep('reconcile', { kind: 'done' }, { ...overdue, state: 'unconfirmed', tries: unsure.tries });
      expect(taken.state).toBe('processing');
      tries = taken.tries;
    }
    expect(waits).toHaveLength(84);
    expect([waits[0], waits.at(-1)]).toEqual([5_000, 1_800_000]);
  });

  test('a post that can not be checked without an account waits for a connection, and its checks start again', () => {
    const outcome: Outcome = { kind: 'unknown', handle: {}, code: 'NO_LONGER_CONNECTED' };
    for (const step of ['observe', 'reconcile'] as const) {
      const change = afterStep(step, outcome, { state: 'processing', tries: 60 });
      expect(change).toMatchObject({ state: 'unconfirmed', code: 'NO_LONGER_CONNECTED', nextActionAt: null, tries: 0 });
    }
  });

  test('a post without a copy is never made again', () => {
    for (const outcome of outcomes.filter(({ kind }) => kind === 'retryable')) {
      expect(afterStep('reconcile', outcome, { askedOnly: true })).toMatchObject({
        state: 'failed',
        code: 'DUPLICATE',
      });
      expect(afterStep('observe', outcome, { askedOnly: true }).state).not.toBe('waiting');
    }
  });

  test('a post that stays unknown for a day of checks waits for a person', () => {
    const unknown: Outcome = { kind: 'unknown', handle: {} };
    expect(afterStep('reconcile', unknown, { state: 'unconfirmed', tries: 83 }).nextActionAt).not.toBeNull();
    expect(afterStep('reconcile', unknown, { state: 'unconfirmed', tries: 84 }).nextActionAt).toBeNull();
  });

  test('checks without an answer of the platform continue for a month', () => {
    for (const code of ['PROVIDER_UNREACHABLE', 'PROVIDER_ERROR', 'RATE_LIMITED'] as const) {
      const away: Outcome = { kind: 'unknown', handle: {}, code };
      const check = (days: number) =>
        afterStep('reconcile', away, { state: 'unconfirmed', tries: 500, sinceIntentMs: days * 24 * HOUR });
      expect(check(29).nextActionAt).not.toBeNull();
      expect(check(31).nextActionAt).toBeNull();
    }
  });

  test('no wait passes the last minute in which a post may still go out, whatever its cause', () => {
    const dueAt = at(-5.9 * HOUR);
    const last = new Date(dueAt.getTime() + MISSED_AFTER_MS - 60_000);
    const limited: Outcome = { kind: 'retryable', code: 'RATE_LIMITED' };
    for (const outcome of [limited, { ...limited, at: at(24 * HOUR) }]) {
      for (const step of ['preflight', 'stage', 'commit'] as const)
        expect(afterStep(step, outcome, { dueAt, tries: 9 }).nextActionAt).toEqual(last);
    }
    const unsure: Outcome = { kind: 'unknown', handle: {}, code: 'PROVIDER_ERROR' };
    expect(afterStep('reconcile', unsure, { state: 'unconfirmed', dueAt, tries: 20 }).nextActionAt).toEqual(last);
    expect(afterStep('reconcile', unsure, { state: 'unconfirmed', dueAt: now, tries: 20 }).nextActionAt).toEqual(
      at(600_000),
    );
  });

  test("a commit that never arrived has the code of its call's answer", () => {
    const never: Outcome = { kind: 'retryable', code: 'NOT_COMMITTED' };
    const change = afterStep('reconcile', never, { callCode: 'PROVIDER_ERROR' });
    expect(change).toMatchObject({ state: 'staged', code: 'PROVIDER_ERROR', nextActionAt: now });
    expect(afterStep('reconcile', never, { callCode: 'BLOCKED' })).toMatchObject({ state: 'failed', code: 'BLOCKED' });
  });

  test('every state has a next step, except the final ones', () => {
    for (const step of ['preflight', 'stage', 'commit', 'observe', 'reconcile'] as Step[]) {
      for (const outcome of outcomes) {
        const change = afterStep(step, outcome);
        const final = change.state === 'posted' || change.state === 'failed';
        expect([step, name(outcome), change.nextActionAt === null]).toEqual([step, name(outcome), final]);
      }
    }
  });
});

const after = (state: PostState, event: PostEvent, columns: Partial<PostRow> = {}) =>
  transition({ ...post, state, ...columns }, event, now);
const forgotten = { handle: { id: 2 }, contentKey: 'k2', account: { id: 'b', name: 'B' }, at: at(-HOUR) };
const account = { id: 'b', name: 'B' };
const announced = {
  revision: 9,
  accountId: 'b',
  accountName: 'B',
  postedAt: at(-HOUR),
  permalink: 'https://x',
  platformPostId: 'x',
};

describe('transition', () => {
  test.each<[string, PostEvent, PostState]>([
    ['keeps its state when its next step is set', { type: 'next_step_set', at: at(HOUR), code: null }, 'staged'],
    ['waits for another copy when its copy is stale', { type: 'withdrawn', because: 'restage', code: null }, 'waiting'],
    ['is cancelled', { type: 'withdrawn', because: 'cancelled', code: 'ENTRY_CANCELLED' }, 'cancelled'],
    ['is missed', { type: 'withdrawn', because: 'missed', code: 'MISSED' }, 'missed'],
    [
      'ends without a connection',
      { type: 'withdrawn', because: 'no_connection', code: 'NOT_CONNECTED' },
      'no_connection',
    ],
    ['fails', { type: 'withdrawn', because: 'failed', code: 'VIDEO_FAILED' }, 'failed'],
    ['is being staged', { type: 'staging_started' }, 'staging'],
    ['is going out', { type: 'commit_started', account, real: now }, 'going_out'],
    ['begins again', { type: 'reopened' }, 'waiting'],
    ['is unconfirmed when a recheck is requested', { type: 'recheck_requested', handle: { id: 1 } }, 'unconfirmed'],
    ['is going out when a forgotten commit is found', { type: 'earlier_commit_found', commit: forgotten }, 'going_out'],
  ])('it %s', (_name, event, state) => expect(after('staged', event).post.state).toBe(state));

  test.each<PostEvent>([
    { type: 'woken' },
    { type: 'edited' },
    { type: 'checks_restarted' },
    { type: 'connection_broken', cause: 'TOKEN_REJECTED' },
    { type: 'connection_changed', problem: undefined },
    { type: 'placed', dueAt: at(HOUR), moved: null },
    { type: 'account_forgotten' },
    { type: 'next_step_set', at: at(HOUR), code: null },
  ])('$type leaves every state as it is', (event) => {
    for (const state of postStates) expect(after(state, event).post.state).toBe(state);
  });

  test('an edit asks the platform again only if it would have refused the post', () => {
    const asked = { preflighted_at: now };
    const edited = (foreseen: PostRow['foreseen']) => after('waiting', { type: 'edited' }, { ...asked, foreseen }).post;
    expect(edited('CAPTION_REFUSED')).toMatchObject({ preflighted_at: null, foreseen: null, next_action_at: now });
    expect(edited(null)).toMatchObject({ preflighted_at: now, next_action_at: now });
  });

  test('only a process that continues with the post keeps its lease', () => {
    const events: PostEvent[] = [
      { type: 'staging_started' },
      { type: 'commit_started', account, real: now },
      { type: 'next_step_set', at: at(HOUR), code: null },
      { type: 'withdrawn', because: 'restage', code: null },
      { type: 'reopened' },
      { type: 'earlier_commit_found', commit: forgotten },
    ];
    const kept = events.filter((event) => after('staged', event).post.leased_until !== null);
    expect(kept.map(({ type }) => type)).toEqual(['staging_started', 'commit_started']);
  });

  test('a post that ends returns its slot, one that is staged again does not', () => {
    for (const because of ['cancelled', 'failed', 'missed', 'no_connection'] as const) {
      const { post: ended, effects } = after('staged', { type: 'withdrawn', because, code: 'MISSED' });
      expect(endedStates).toContain(ended.state);
      expect([effects.returnSlot, ended.budget_day, ended.next_action_at, ended.handle]).toEqual([
        true,
        null,
        null,
        null,
      ]);
    }
    const restage: PostEvent = { type: 'withdrawn', because: 'restage', code: null };
    expect(after('staged', restage).effects.returnSlot).toBe(false);
    expect(after('staged', restage).post.budget_day).toBe('2026-11-21');
    // YouTube counts uploads: the next copy takes another slot.
    expect(after('staged', restage, { platform: 'youtube' }).post.budget_day).toBeNull();
  });

  test('a commit keeps its handle, its content key and its account', () => {
    const { post: going } = after('staged', { type: 'commit_started', account, real: at(5_000) });
    expect(going).toMatchObject({ handle: { id: 1 }, content_key: 'k', account_id: 'b', account_name: 'B' });
    expect([going.committed_at, going.sent_at]).toEqual([at(5_000), now]);
    const { post: found } = after('staged', { type: 'earlier_commit_found', commit: forgotten });
    expect(found).toMatchObject({ handle: { id: 2 }, content_key: 'k2', account_id: 'b', committed_at: at(-HOUR) });
    const { post: rechecked } = after(
      'failed',
      { type: 'recheck_requested', handle: { id: 3 } },
      { content_key: null },
    );
    expect(rechecked).toMatchObject({ handle: { id: 3 }, content_key: null, code: 'OUTCOME_UNKNOWN' });
  });

  test('a cause of the connection is announced once, and so is its end', () => {
    const broken = after('waiting', { type: 'connection_broken', cause: 'TOKEN_REJECTED' });
    expect([broken.post.code, broken.effects.announce, broken.post.revision]).toEqual(['TOKEN_REJECTED', true, 8]);
    expect(transition(broken.post, { type: 'connection_broken', cause: 'TOKEN_REJECTED' }, now).effects.announce).toBe(
      false,
    );
    const off = after('waiting', { type: 'connection_broken', cause: 'TOKEN_REJECTED' }, { code: 'PLATFORM_OFF' });
    expect([off.post.code, off.effects.announce]).toEqual(['PLATFORM_OFF', false]);
    const resumed = transition(broken.post, { type: 'connection_changed', problem: undefined }, now);
    expect([resumed.post.code, resumed.effects.announce]).toEqual([null, true]);
    const lacking = transition(broken.post, { type: 'connection_changed', problem: 'PAGE_NOT_CHOSEN' }, now);
    expect(lacking.post.code).toBe('PAGE_NOT_CHOSEN');
    const later = { next_action_at: at(HOUR) };
    const other = after(
      'waiting',
      { type: 'connection_changed', problem: undefined },
      { code: 'RATE_LIMITED', ...later },
    );
    expect([other.post.code, other.effects.announce]).toEqual(['RATE_LIMITED', false]);
    for (const { post: next } of [resumed, lacking, other]) expect(next.next_action_at).toEqual(now);
  });

  test('a new time is announced, a new slot is not', () => {
    const moved = after('waiting', { type: 'placed', dueAt: at(HOUR), moved: null });
    expect([moved.post.due_at, moved.effects.announce, moved.post.revision]).toEqual([at(HOUR), true, 8]);
    const slot = { scope: 'a', day: '2026-11-22' };
    const placed = after('waiting', { type: 'placed', dueAt: now, moved: null, slot });
    expect([placed.post.budget_day, placed.effects.announce, placed.post.revision]).toEqual(['2026-11-22', false, 7]);
    expect(after('waiting', { type: 'woken' }).effects.announce).toBe(false);
  });

  test('a post whose end is not known keeps its handle when its account is forgotten', () => {
    for (const state of postStates) {
      const { post: left } = after(state, { type: 'account_forgotten' }, { permalink: 'https://x' });
      expect(left).toMatchObject({ account_id: null, account_name: null, permalink: null, budget_scope: null });
      expect([state, left.handle !== null]).toEqual([state, handedOverStates.includes(state)]);
    }
  });

  test('a full day of a platform delays it to the next day, without a code of its own', () => {
    const full: Outcome = { kind: 'retryable', code: 'DAILY_LIMIT' };
    expect(afterStep('commit', full)).toMatchObject({ state: 'staged', code: null, nextActionAt: at(12 * HOUR) });
  });

  test('a post that went out late has the code POSTED_LATE', () => {
    const done: Outcome = { kind: 'done', posted: { id: 'x', permalink: 'https://x' } };
    const event: PostEvent = {
      type: 'step_ended',
      step: 'observe',
      outcome: done,
      real: now,
      inFlightMs: 45_000,
      accessLost: false,
    };
    expect(after('processing', event, { late: true }).post).toMatchObject({ state: 'posted', code: 'POSTED_LATE' });
    expect(after('processing', event).post).toMatchObject({ state: 'posted', code: null, posted_at: at(-60_000) });
  });

  test('a connection that was removed at the platform stays the cause while a step ends', () => {
    const event: PostEvent = {
      type: 'step_ended',
      step: 'stage',
      outcome: { kind: 'done', handle: { id: 1 } },
      real: now,
      inFlightMs: 45_000,
      stagedKey: 'k2',
      accessLost: false,
    };
    const { post: ended } = after('staging', event, { code: 'REMOVED_AT_PLATFORM', due_at: at(HOUR) });
    expect(ended).toMatchObject({ state: 'staged', code: 'REMOVED_AT_PLATFORM', content_key: 'k2' });
    expect(ended.next_action_at).toEqual(now);
  });

  test('a restored post never goes out a second time', () => {
    for (const state of postStates) {
      for (const from of postStates) {
        const event: PostEvent = { type: 'recalled', announced: { ...announced, state, code: null } };
        const { post: recalled, effects } = after(from, event);
        expect([effects.announce, recalled.revision]).toEqual([false, 9]);
        const isOut = state === 'posted' || (handedOverStates.includes(state) && from === 'posted');
        const ended = endedStates.includes(state) ? state : from;
        const expected = isOut ? 'posted' : handedOverStates.includes(state) ? 'unconfirmed' : ended;
        expect([state, from, recalled.state]).toEqual([state, from, expected]);
      }
    }
    const older: PostEvent = {
      type: 'recalled',
      announced: { ...announced, revision: 7, state: 'failed', code: null },
    };
    expect(after('waiting', older).post.state).toBe('waiting');
  });

  test('does not change the given post', () => {
    const before = structuredClone(post);
    for (const because of ['restage', 'failed'] as const) after('staged', { type: 'withdrawn', because, code: null });
    after('staged', { type: 'commit_started', account, real: now });
    expect(post).toEqual(before);
  });
});

/** A simulated platform: answers get lost, calls fail, and a copy can be committed once only. */
function platform(random: () => number) {
  let committed = 0;
  const lost = () => random() < 0.3;
  return {
    posts: () => committed,
    commit(): Outcome {
      if (random() < 0.2) return { kind: 'retryable', code: 'RATE_LIMITED' };
      if (random() < 0.2) return { kind: 'unknown', handle: {} }; // the call never arrived
      committed += 1;
      return lost() ? { kind: 'unknown', handle: {} } : { kind: 'done' };
    },
    reconcile(): Outcome {
      if (lost()) return { kind: 'unknown', handle: {} };
      return committed > 0 ? { kind: 'done', posted: { id: 'p' } } : { kind: 'retryable', code: 'NOT_COMMITTED' };
    },
  };
}

test('over many random histories with lost answers and crashes there is never a second post', () => {
  let seed = 42;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  for (let history = 0; history < 2_000; history += 1) {
    const provider = platform(random);
    let state: PostState = 'staged';
    let tries = 0;
    for (let count = 0; count < 80 && state !== 'posted'; count += 1) {
      const action = decide({ ...staged, state, dueAt: now }, now, now);
      let change: { state: PostState; tries: number } | undefined;
      if (action.do === 'commit') {
        state = 'going_out'; // the intent is written
        if (random() < 0.2) continue; // died before the call
        const outcome = provider.commit();
        if (random() < 0.2) continue; // died before the result
        change = afterStep('commit', outcome, { state, tries });
      } else if (action.do === 'reconcile') change = afterStep('reconcile', provider.reconcile(), { state, tries });
      else if (action.do === 'observe')
        change = afterStep('observe', { kind: 'done', posted: { id: 'p' } }, { state, tries });
      if (!change) continue;
      ({ state, tries } = change);
      expect(uncommittedStates.includes(state) && provider.posts() > 0).toBe(false);
    }
    expect(provider.posts()).toBe(1);
    expect(state).toBe('posted');
  }
});
