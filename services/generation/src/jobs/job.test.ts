import { type RenderWait, renderWaits } from '@reelwright/product';
import type { GenerationJob, JobState } from '../database.ts';
import { type AttemptFailure, type JobEvent, transition } from './job.ts';
import { failureAfterWait, MAX_CRASHES } from './job-limits.ts';
import { finalStates, openStates } from './job-state.ts';

const now = new Date('2026-11-21T12:00:00Z');
const real = new Date('2026-11-21T03:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const MINUTE = 60_000;
const states: readonly JobState[] = [...openStates, ...finalStates, 'erasing'];

/** A job that a worker has leased for its second attempt at a remote model. */
const job: GenerationJob = {
  id: 'j',
  video_id: 'v',
  variation: 2,
  user_id: 'u',
  state: 'running',
  request: { videoType: 'v1', includeAudio: true, notes: '', brand: null },
  model: 'veo',
  operation: null,
  starts: 1,
  prompt_version: 'v1.0/veo.1',
  attempts: 1,
  crashes: 0,
  percent: 30,
  requested_at: at(-60 * MINUTE),
  publish_at: null,
  next_attempt_at: now,
  priority_at: at(-60 * MINUTE),
  work_started_at: at(-30 * MINUTE),
  first_expected_at: at(-10 * MINUTE),
  expected_at: real,
  pace_ms: 5,
  made_in_ms: null,
  has_parts: false,
  started_at: at(-30 * MINUTE),
  finished_at: null,
  media_key: null,
  poster_key: null,
  bytes: null,
  sha256: null,
  code: 'MODEL_AWAY',
  branding: null,
  is_branded: null,
  lease_token: 3,
  leased_until: at(MINUTE),
  traceparent: null,
};
const files = { mediaKey: 'm', posterKey: 'p', bytes: 7, sha256: 's' };
const video = { ...files, durationMs: 8_000, width: 1_080, height: 1_920, hasAudio: true };
const veo = { name: 'veo', isFree: false } as const;
const local = { name: 'local', isFree: true } as const;
const transient = (code: RenderWait, crashed = false): AttemptFailure => ({ kind: 'transient', code, crashed });
const failed = (failure: AttemptFailure): JobEvent => ({ type: 'attempt_failed', failure, durationMs: MINUTE, real });
/** Published so that its retries end at this moment. */
const retriedUntil = (ms: number) => ({ publish_at: at(ms + 6 * MINUTE) });

const events: Readonly<Record<string, JobEvent>> = {
  attempt_started: { type: 'attempt_started', model: veo, isBranded: null, real },
  start_counted: { type: 'start_counted', promptVersion: 'v1.1/veo.1' },
  start_uncounted: { type: 'start_uncounted' },
  operation_changed: { type: 'operation_changed', operation: 'o' },
  progressed: { type: 'progressed', progress: { percent: 50, remainingMs: 10, paceMs: 20 }, real },
  'attempt_failed, transient': failed(transient('MODEL_AWAY')),
  'attempt_failed, permanent': failed({ kind: 'permanent', code: 'MODEL_REFUSED' }),
  finished: { type: 'finished', video, madeInMs: 9, real },
  cancelled: { type: 'cancelled', real },
  rescheduled: { type: 'rescheduled', publishAt: at(90 * MINUTE) },
  erasure_requested: { type: 'erasure_requested', real },
  parts_removed: { type: 'parts_removed' },
  'recalled, generated': { type: 'recalled', ownEvent: { type: 'generated', files, at: at(-MINUTE) } },
  'recalled, failed': { type: 'recalled', ownEvent: { type: 'failed', code: 'MODEL_REFUSED', at: at(-MINUTE) } },
  'recalled, started': { type: 'recalled', ownEvent: { type: 'started', operation: 'o', percent: 40 } },
};
const after = (event: JobEvent, columns: Partial<GenerationJob> = {}) => transition({ ...job, ...columns }, event, now);

it('has one next state for each state and event', () => {
  const table = Object.fromEntries(
    Object.entries(events).map(([name, event]) => [name, states.map((state) => after(event, { state }).job.state)]),
  );
  const same = ['queued', 'running', 'done', 'failed', 'cancelled', 'erasing'];
  const ended = (state: JobState) => [state, state, 'done', 'failed', 'cancelled', 'erasing'];
  expect(table).toEqual({
    attempt_started: ['running', 'running', 'done', 'failed', 'cancelled', 'erasing'],
    start_counted: same,
    start_uncounted: same,
    operation_changed: same,
    progressed: same,
    'attempt_failed, transient': same,
    'attempt_failed, permanent': ended('failed'),
    finished: ended('done'),
    cancelled: ended('cancelled'),
    rescheduled: same,
    erasure_requested: Array(6).fill('erasing'),
    parts_removed: same,
    'recalled, generated': ended('done'),
    'recalled, failed': ended('failed'),
    'recalled, started': same,
  });
});

it('changes only stored parts, the post’s time and erasure of a job in a final state', () => {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    rescheduled: ['publish_at'],
    erasure_requested: ['state', 'next_attempt_at'],
    parts_removed: ['has_parts', 'leased_until'],
  };
  for (const state of [...finalStates, 'erasing'] as const) {
    const before = { ...job, state, has_parts: true };
    for (const event of Object.values(events)) {
      const { job: left, effects } = transition(before, event, now);
      const changed = (Object.keys(before) as (keyof GenerationJob)[]).filter((key) => left[key] !== before[key]);
      const expected = state === 'erasing' && event.type === 'erasure_requested' ? [] : (allowed[event.type] ?? []);
      expect([state, event.type, changed.sort(), effects]).toEqual([state, event.type, [...expected].sort(), {}]);
    }
  }
});

it('leaves the final states only for erasure, over many random histories', () => {
  let seed = 42;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const all = Object.values(events);
  for (let history = 0; history < 1_000; history++) {
    let current: GenerationJob = { ...job, state: 'queued', code: null };
    let published = 0;
    for (let step = 0; step < 20; step++) {
      const event = all[random(all.length)] as JobEvent;
      const { job: next, effects } = transition(current, event, now);
      const isFinal = !(openStates as readonly JobState[]).includes(current.state);
      if (isFinal && next.state !== current.state) expect(next.state).toBe('erasing');
      if (effects.publish?.type === 'generated' || effects.publish?.type === 'failed') published++;
      current = next;
    }
    expect(published).toBeLessThanOrEqual(1);
  }
});

describe('an attempt', () => {
  it('starts the work unless an earlier attempt has', () => {
    const first = after(
      { type: 'attempt_started', model: local, isBranded: null, real },
      { state: 'queued', started_at: null },
    );
    expect(first.job).toMatchObject({ state: 'running', code: null, model: 'local', started_at: now, has_parts: true });
    expect(first.job).toMatchObject({ work_started_at: real, expected_at: null, pace_ms: null });
    const second = after(
      { type: 'attempt_started', model: veo, isBranded: null, real },
      { operation: 'o', has_parts: true },
    );
    expect(second.job).toMatchObject({ started_at: job.started_at, work_started_at: job.work_started_at });
    expect(second.job.has_parts).toBe(true);
  });

  it('decides whether the branding is drawn, and later ones keep that', () => {
    const start = (isBranded: boolean | null, stored: boolean | null) =>
      after({ type: 'attempt_started', model: veo, isBranded, real }, { is_branded: stored }).job.is_branded;
    expect([start(true, null), start(false, null), start(true, false), start(false, true)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(start(null, null)).toBeNull();
  });

  it('is published, except for a retry of a remote model, and moves the user’s other jobs back', () => {
    const start = (model: typeof veo | typeof local, code: string | null) =>
      after({ type: 'attempt_started', model, isBranded: null, real }, { code }).effects;
    const announced = { deferOthers: true, publish: { type: 'rendering' } };
    expect([start(veo, null), start(local, null), start(local, 'INTERRUPTED')]).toEqual([
      announced,
      announced,
      announced,
    ]);
    expect(start(veo, 'MODEL_AWAY')).toEqual({ deferOthers: true });
  });

  it('counts a start and uncounts it', () => {
    const counted = after({ type: 'start_counted', promptVersion: 'v2/veo.2' }).job;
    expect(counted).toMatchObject({ starts: 2, prompt_version: 'v2/veo.2' });
    expect(transition(counted, { type: 'start_uncounted' }, now).job.starts).toBe(1);
  });

  it('publishes the model’s name for the work, but not its removal', () => {
    const named = after({ type: 'operation_changed', operation: 'o' });
    expect([named.job.operation, named.job.attempts]).toEqual(['o', 0]);
    expect(named.effects.publish).toEqual({ type: 'rendering', operation: 'o' });
    const forgotten = after({ type: 'operation_changed', operation: null }, { operation: 'o' });
    expect([forgotten.job.operation, forgotten.job.attempts, forgotten.effects]).toEqual([null, 1, {}]);
  });

  it('renews its lease as it progresses, and publishes each new percent once', () => {
    const progress = { percent: 50, remainingMs: MINUTE, paceMs: 2 * MINUTE };
    const first = after({ type: 'progressed', progress, real });
    expect(first.job).toMatchObject({ percent: 50, pace_ms: 2 * MINUTE });
    expect(first.job.expected_at).toEqual(new Date(real.getTime() + MINUTE));
    expect(first.effects).toEqual({ renewLease: true, publish: { type: 'rendering' } });
    expect(transition(first.job, { type: 'progressed', progress, real }, now).effects).toEqual({ renewLease: true });
    const unknown = { percent: 50, remainingMs: null, paceMs: null };
    expect(after({ type: 'progressed', progress: unknown, real }).job.expected_at).toBeNull();
  });

  it('that made the video stores its files and releases the job for the eraser', () => {
    const { job: done, effects } = after({ type: 'finished', video, madeInMs: 9, real });
    expect(done).toMatchObject({ state: 'done', percent: 100, media_key: 'm', poster_key: 'p', bytes: 7, sha256: 's' });
    expect(done).toMatchObject({ made_in_ms: 9, finished_at: now, next_attempt_at: real, leased_until: null });
    expect(effects).toEqual({ publish: { type: 'generated', video } });
  });
});

describe('an attempt that failed', () => {
  it.each<[RenderWait, number]>([
    ['MODEL_AWAY', 10_000],
    ['MODEL_BUSY', 20_000],
    ['MODEL_SLOW', 10_000],
    ['INTERRUPTED', 10_000],
    ['STORE_FULL', 15_000],
  ])('because of %s is retried after %d ms', (code, ms) => {
    const { job: waiting, effects } = after(failed(transient(code)));
    expect(waiting).toMatchObject({ state: 'running', code, next_attempt_at: at(ms), leased_until: null });
    expect(effects).toEqual({ publish: { type: 'waiting', code, nextTryAt: at(ms) } });
    expect(waiting.attempts).toBe(code === 'STORE_FULL' ? 1 : 2);
  });

  it('moves the job to the end of the queue, but not for a full store', () => {
    expect(after(failed(transient('MODEL_AWAY'))).job.priority_at).toEqual(now);
    expect(after(failed(transient('MODEL_AWAY')), { priority_at: at(MINUTE) }).job.priority_at).toEqual(at(MINUTE));
    expect(after(failed(transient('STORE_FULL'))).job.priority_at).toEqual(job.priority_at);
  });

  it('is retried until its retries end, and then fails with the cause it waited for', () => {
    expect(after(failed(transient('MODEL_AWAY')), retriedUntil(1_000)).job.next_attempt_at).toEqual(at(1_000));
    for (const code of renderWaits) {
      const { job: ended, effects } = after(failed(transient(code)), retriedUntil(0));
      const end = failureAfterWait[code];
      expect(ended).toMatchObject({ state: 'failed', code: end, finished_at: now, next_attempt_at: real });
      expect([ended.leased_until, effects]).toEqual([null, { publish: { type: 'failed', code: end } }]);
    }
  });

  it('is retried if the job was rescheduled meanwhile, and its retries end later now', () => {
    const moved = after({ type: 'rescheduled', publishAt: at(60 * MINUTE) }, retriedUntil(0)).job;
    expect(after(failed(transient('MODEL_AWAY')), moved).job).toMatchObject({ state: 'running', leased_until: null });
  });

  it('permanently fails the job at once, however much time is left', () => {
    const { job: ended, effects } = after(failed({ kind: 'permanent', code: 'VIDEO_INVALID' }));
    expect(ended).toMatchObject({ state: 'failed', code: 'VIDEO_INVALID', attempts: 1, crashes: 0 });
    expect(effects).toEqual({ publish: { type: 'failed', code: 'VIDEO_INVALID' } });
  });

  it('by a crash fails the job after six crashes', () => {
    const crash = (crashes: number) => after(failed(transient('INTERRUPTED', true)), { crashes }).job;
    expect(crash(MAX_CRASHES - 2)).toMatchObject({ state: 'running', code: 'INTERRUPTED', crashes: MAX_CRASHES - 1 });
    expect(crash(MAX_CRASHES - 1)).toMatchObject({ state: 'failed', code: 'RENDER_FAILED' });
  });
});

describe('a job', () => {
  it('that is cancelled or erased during an attempt keeps the lease of its worker', () => {
    for (const type of ['cancelled', 'erasure_requested'] as const) {
      const { job: left, effects } = after({ type, real });
      expect([left.leased_until, left.next_attempt_at, effects]).toEqual([job.leased_until, real, {}]);
    }
  });

  it('that is rescheduled moves in the queue', () => {
    const moved = after({ type: 'rescheduled', publishAt: at(90 * MINUTE) }).job;
    expect([moved.publish_at, moved.priority_at]).toEqual([at(90 * MINUTE), at(30 * MINUTE)]);
  });

  it('of a restored database gets its published state, and nothing is published again', () => {
    const recall = (name: string, columns: Partial<GenerationJob> = {}) => after(events[name] as JobEvent, columns);
    const generated = recall('recalled, generated');
    expect(generated.job).toMatchObject({ state: 'done', media_key: 'm', code: null, finished_at: at(-MINUTE) });
    expect(recall('recalled, failed').job).toMatchObject({ state: 'failed', code: 'MODEL_REFUSED' });
    const started = recall('recalled, started', { starts: 0 });
    expect(started.job).toMatchObject({ state: 'running', operation: 'o', percent: 40, starts: 1, leased_until: null });
    expect([generated.effects, started.effects]).toEqual([{}, {}]);
  });

  it('that was passed in is not modified', () => {
    const before = structuredClone(job);
    for (const event of Object.values(events)) after(event);
    expect(job).toEqual(before);
  });
});
