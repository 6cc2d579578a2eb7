import type { HoldCause, PostState } from '@reelwright/product';
import { FREE_PLAN, type Plan } from '../plans/plan-rules.ts';
import { NEVER_PAUSED } from '../plans/posting-pause.ts';
import { isMissed, type Post, type Render, shownRender, videoState, whyOf } from './video-state.ts';

const render = (state: Render['state']): Render => ({
  variation: 0,
  state,
  startedAt: null,
  finishedAt: null,
  percent: 0,
  nextTryAt: null,
  code: '',
  causeData: {},
});
const posts = (...states: PostState[]): Post[] =>
  states.map((state, index) => ({
    platform: `p${index}`,
    state,
    code: '',
    causeData: {},
    needs: '',
    permalink: '',
    at: null,
    nextCheckAt: null,
    goesOutAt: null,
  }));

describe('the state of a video', () => {
  it.each([
    ['planned', videoState('planned', undefined, [])],
    ['paused', videoState('paused', undefined, [])],
    ['missed', videoState('missed', undefined, [])],
    ['requested', videoState('requested', undefined, [])],
    ['requested', videoState('requested', render('waiting'), [])],
    ['rendering', videoState('requested', render('running'), [])],
    ['failed', videoState('requested', render('failed'), [])],
    ['ready', videoState('requested', render('done'), posts('waiting', 'staged'))],
    ['ready', videoState('requested', render('done'), posts('no_connection'))],
    ['going_out', videoState('requested', render('done'), posts('going_out', 'staged'))],
    ['going_out', videoState('requested', render('done'), posts('posted', 'staged'))],
    ['going_out', videoState('requested', render('done'), posts('posted', 'unconfirmed'))],
    ['posted', videoState('requested', render('done'), posts('posted', 'failed'))],
    ['failed', videoState('requested', render('done'), posts('failed', 'no_connection'))],
    ['missed', videoState('requested', render('done'), posts('missed', 'failed'))],
    ['planned', videoState('planned', render('failed'), [])],
  ])('%s', (expected, state) => {
    expect(state).toBe(expected);
  });

  it('follows the earlier render when the newest failed', () => {
    const [failed, done] = [{ ...render('failed'), variation: 1 }, render('done')];
    expect(shownRender(failed, done)).toMatchObject({ variation: 0, state: 'done', code: 'EARLIER_VIDEO_KEPT' });
    expect(shownRender(failed, undefined)).toBe(failed);
    expect(shownRender(render('running'), done)).toMatchObject({ state: 'running', code: '' });
  });

  it('is missed only when nothing can still go out', () => {
    expect(isMissed(posts('missed', 'staged'))).toBe(false);
    expect(isMissed(posts('missed', 'posted'))).toBe(false);
    expect(isMissed(posts('failed'))).toBe(false);
    expect(isMissed(posts('missed', 'missed'))).toBe(true);
  });
});

describe('the cause of a video', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const minutes = (more: number) => new Date(at.getTime() + more * 60_000);
  const pro: Plan = { tier: 'pro', videosPerMonth: 12, monthAnchor: null, next: null };
  const onPro = { plan: pro, graceEnds: null, posting: NEVER_PAUSED };
  const leaving = (end: Date) => ({
    ...onPro,
    plan: { ...pro, next: { tier: 'free', videosPerMonth: 1, at: end } as const },
  });
  const smaller = {
    ...onPro,
    plan: { ...pro, next: { tier: 'starter', videosPerMonth: 8, at: minutes(-60) } as const },
  };
  const why = (
    stored: Parameters<typeof whyOf>[0]['stored'],
    reported: Post[] = [],
    now = minutes(-60),
    made: Render | undefined = render('done'),
    requestedAt = minutes(-120),
  ) => whyOf({ stored, publishAt: at, requestedAt, hold: null }, made, reported, now, onPro);

  it.each([
    ['ENTRY_PAUSED', onPro],
    ['ENTRY_PAUSED', smaller],
    ['ENTRY_PAUSED', leaving(minutes(60))],
    ['ENTRY_AFTER_PLAN', leaving(minutes(-60))],
    ['ENTRY_UNPAID', { ...onPro, graceEnds: minutes(-60) }],
    ['ENTRY_PAUSED', { ...onPro, graceEnds: minutes(60) }],
    ['ENTRY_NO_PLAN', { ...onPro, plan: FREE_PLAN }],
  ])('is that of a pause: %s', (code, account) => {
    const paused = { stored: 'paused', publishAt: at, requestedAt: null, hold: null } as const;
    expect(whyOf(paused, undefined, [], minutes(-120), account)?.code).toBe(code);
  });

  it('is what its owner decided, once its video is made and has a post to hold', () => {
    const codeOf = (hold: HoldCause, reported: Post[], made = render('done')) =>
      whyOf({ stored: 'requested', publishAt: at, requestedAt: at, hold }, made, reported, minutes(-60), onPro)?.code;
    expect(codeOf('ENTRY_SKIPPED', posts('cancelled'))).toBe('ENTRY_SKIPPED');
    expect(codeOf('POSTING_PAUSED', posts('staged'))).toBe('POSTING_PAUSED');
    expect(codeOf('AWAITS_APPROVAL', posts('staged'))).toBe('AWAITS_APPROVAL');
    expect(codeOf('AWAITS_APPROVAL', posts('posted'))).toBeUndefined();
    expect(codeOf('AWAITS_APPROVAL', [])).toBeUndefined();
    expect(codeOf('POSTING_PAUSED', posts('waiting'), render('running'))).toBeUndefined();
  });

  it('says of an entry that was missed in the last pause that posts were paused', () => {
    const entry = { stored: 'missed', publishAt: at, requestedAt: null, hold: null } as const;
    const codeAfter = (pausedAt: Date, resumedAt: Date) =>
      whyOf(entry, undefined, [], minutes(600), { ...onPro, posting: { paused: false, pausedAt, resumedAt } })?.code;
    expect(codeAfter(minutes(-10), minutes(10))).toBe('MISSED_WHILE_PAUSED');
    expect(codeAfter(minutes(-10), minutes(-5))).toBe('ENTRY_MISSED');
    expect(codeAfter(minutes(7 * 60), minutes(8 * 60))).toBe('ENTRY_MISSED');
  });

  it('is the end of the plan for a requested video that goes out after it, until its time', () => {
    const asked = { stored: 'requested', publishAt: at, requestedAt: minutes(-180), hold: null } as const;
    const codeFor = (account: typeof onPro, now: Date) =>
      whyOf(asked, render('done'), posts('staged'), now, account)?.code;
    expect(codeFor(leaving(minutes(-60)), minutes(-120))).toBe('PLAN_ENDS_BEFORE');
    expect(codeFor(leaving(minutes(60)), minutes(-120))).toBeUndefined();
    expect(codeFor(leaving(minutes(-60)), minutes(1))).not.toBe('PLAN_ENDS_BEFORE');
    expect(codeFor(smaller, minutes(-120))).toBeUndefined();
  });

  it('is a pause, a missed time or the lock, and null without a problem', () => {
    expect(why('paused')?.code).toBe('ENTRY_PAUSED');
    expect(why('missed')?.code).toBe('ENTRY_MISSED');
    expect(why('requested', posts('staged'), minutes(-0.5))?.code).toBe('ENTRY_LOCKED');
    expect(why('requested', posts('processing'), minutes(1))?.code).toBe('ENTRY_LOCKED');
    expect(why('requested', posts('staged'))).toBeNull();
    expect(why('requested', posts('posted'), minutes(1))).toBeNull();
    expect(why('requested', [], minutes(90))).toBeNull();
  });

  it('is RENDER_NOT_BEGUN or NEWS_LATE when nothing is reported of a request or of a due post', () => {
    const unreported = { ...render('waiting') };
    expect(why('requested', posts('waiting'), minutes(-60), unreported, minutes(-61))).toBeNull();
    expect(why('requested', posts('waiting'), minutes(-60), unreported, minutes(-63))?.code).toBe('RENDER_NOT_BEGUN');
    expect(why('requested', posts('waiting'), minutes(-60), render('running'), minutes(-63))).toBeNull();
    expect(why('requested', posts('posted', 'staged'), minutes(1))).toBeNull();
    expect(why('requested', posts('posted', 'staged'), minutes(3))?.code).toBe('NEWS_LATE');
    const nextDay = posts('waiting').map((post) => ({ ...post, goesOutAt: minutes(24 * 60) }));
    expect(why('requested', nextDay, minutes(3))).toBeNull();
  });

  it('is BEING_MADE for a video that is requested at its time or later', () => {
    const asked = (at: number, made: Render, reported: Post[] = []) =>
      why('requested', reported, minutes(at), made, minutes(at - 1))?.code;
    expect(asked(8 * 60, render('waiting'))).toBe('BEING_MADE');
    expect(asked(8 * 60, render('waiting'), posts('waiting'))).toBe('BEING_MADE');
    expect(asked(3, render('running'), posts('waiting'))).toBe('BEING_MADE');
    expect(why('requested', posts('waiting'), minutes(3), render('running'))?.code).toBe('BEING_MADE');
    expect(why('requested', [], minutes(3), render('waiting'))?.code).toBe('RENDER_NOT_BEGUN');
    const nextDay = posts('waiting').map((post) => ({ ...post, goesOutAt: minutes(24 * 60) }));
    expect(asked(3, render('running'), nextDay)).toBeUndefined();
    expect(asked(-60, render('running'), posts('waiting'))).toBeUndefined();
  });

  it('is the cause that a render waits for', () => {
    const full = { ...render('waiting'), code: 'STORE_FULL' };
    expect(why('requested', posts('waiting'), minutes(-60), full)).toMatchObject({ code: 'STORE_FULL' });
  });

  it('is the cause of the render or of a post, failures first', () => {
    const cause = (code: string) => ({ code, causeData: { platform: code } });
    expect(why('requested', [], at, { ...render('failed'), ...cause('MODEL_REFUSED') })).toEqual(
      cause('MODEL_REFUSED'),
    );
    const [waits, failed] = posts('waiting', 'failed').map((post, index) => ({ ...post, ...cause(`CODE_${index}`) }));
    expect(why('requested', [waits as Post, failed as Post])).toEqual(cause('CODE_1'));
    expect(why('requested', [waits as Post])).toEqual(cause('CODE_0'));
  });
});
