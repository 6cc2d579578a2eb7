import type { PostState } from '@reelwright/product';
import { FREE_PLAN, type Plan } from '../plans/plan-rules.ts';
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

describe('where a video stands', () => {
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

  it('is told by the earlier render when the newest failed', () => {
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

describe('why a video does not simply go out', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const minutes = (more: number) => new Date(at.getTime() + more * 60_000);
  const pro: Plan = { tier: 'pro', videosPerMonth: 12, monthAnchor: null, next: null };
  const onPro = { plan: pro, graceEnds: null };
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
    told: Post[] = [],
    now = minutes(-60),
    made: Render | undefined = render('done'),
    requestedAt = minutes(-120),
  ) => whyOf({ stored, publishAt: at, requestedAt }, made, told, now, onPro);

  it.each([
    ['ENTRY_PAUSED', onPro],
    ['ENTRY_PAUSED', smaller],
    ['ENTRY_PAUSED', leaving(minutes(60))],
    ['ENTRY_AFTER_PLAN', leaving(minutes(-60))],
    ['ENTRY_UNPAID', { ...onPro, graceEnds: minutes(-60) }],
    ['ENTRY_PAUSED', { ...onPro, graceEnds: minutes(60) }],
    ['ENTRY_NO_PLAN', { plan: FREE_PLAN, graceEnds: null }],
  ])('says which case a pause is: %s', (code, account) => {
    const paused = { stored: 'paused', publishAt: at, requestedAt: null } as const;
    expect(whyOf(paused, undefined, [], minutes(-120), account)?.code).toBe(code);
  });

  it('says of a video asked for that the plan ends before it goes out, until its time', () => {
    const asked = { stored: 'requested', publishAt: at, requestedAt: minutes(-180) } as const;
    const said = (account: typeof onPro, now: Date) =>
      whyOf(asked, render('done'), posts('staged'), now, account)?.code;
    expect(said(leaving(minutes(-60)), minutes(-120))).toBe('PLAN_ENDS_BEFORE');
    expect(said(leaving(minutes(60)), minutes(-120))).toBeUndefined();
    expect(said(leaving(minutes(-60)), minutes(1))).not.toBe('PLAN_ENDS_BEFORE');
    expect(said(smaller, minutes(-120))).toBeUndefined();
  });

  it('names a pause, a missed hour and the lock, and nothing while all is well', () => {
    expect(why('paused')?.code).toBe('ENTRY_PAUSED');
    expect(why('missed')?.code).toBe('ENTRY_MISSED');
    expect(why('requested', posts('staged'), minutes(-0.5))?.code).toBe('ENTRY_LOCKED');
    expect(why('requested', posts('processing'), minutes(1))?.code).toBe('ENTRY_LOCKED');
    expect(why('requested', posts('staged'))).toBeNull();
    expect(why('requested', posts('posted'), minutes(1))).toBeNull();
    expect(why('requested', [], minutes(90))).toBeNull();
  });

  it('says so when nothing is heard of what was asked for, or of a post whose time has come', () => {
    const unheard = { ...render('waiting') };
    expect(why('requested', posts('waiting'), minutes(-60), unheard, minutes(-61))).toBeNull();
    expect(why('requested', posts('waiting'), minutes(-60), unheard, minutes(-63))?.code).toBe('RENDER_NOT_BEGUN');
    expect(why('requested', posts('waiting'), minutes(-60), render('running'), minutes(-63))).toBeNull();
    expect(why('requested', posts('posted', 'staged'), minutes(1))).toBeNull();
    expect(why('requested', posts('posted', 'staged'), minutes(3))?.code).toBe('NEWS_LATE');
    const nextDay = posts('waiting').map((post) => ({ ...post, goesOutAt: minutes(24 * 60) }));
    expect(why('requested', nextDay, minutes(3))).toBeNull();
  });

  it('says of what is asked for at its time or later that it is being made, not that there is no news', () => {
    const asked = (at: number, made: Render, told: Post[] = []) =>
      why('requested', told, minutes(at), made, minutes(at - 1))?.code;
    expect(asked(8 * 60, render('waiting'))).toBe('BEING_MADE');
    expect(asked(8 * 60, render('waiting'), posts('waiting'))).toBe('BEING_MADE');
    expect(asked(3, render('running'), posts('waiting'))).toBe('BEING_MADE');
    expect(why('requested', posts('waiting'), minutes(3), render('running'))?.code).toBe('BEING_MADE');
    expect(why('requested', [], minutes(3), render('waiting'))?.code).toBe('RENDER_NOT_BEGUN');
    const nextDay = posts('waiting').map((post) => ({ ...post, goesOutAt: minutes(24 * 60) }));
    expect(asked(3, render('running'), nextDay)).toBeUndefined();
    expect(asked(-60, render('running'), posts('waiting'))).toBeUndefined();
  });

  it('names what the making of a video waits for', () => {
    const full = { ...render('waiting'), code: 'STORE_FULL' };
    expect(why('requested', posts('waiting'), minutes(-60), full)).toMatchObject({ code: 'STORE_FULL' });
  });

  it("gives the render's and the posts' own causes, troubles first", () => {
    const cause = (code: string) => ({ code, causeData: { platform: code } });
    expect(why('requested', [], at, { ...render('failed'), ...cause('MODEL_REFUSED') })).toEqual(
      cause('MODEL_REFUSED'),
    );
    const [waits, failed] = posts('waiting', 'failed').map((post, index) => ({ ...post, ...cause(`CODE_${index}`) }));
    expect(why('requested', [waits as Post, failed as Post])).toEqual(cause('CODE_1'));
    expect(why('requested', [waits as Post])).toEqual(cause('CODE_0'));
  });
});
