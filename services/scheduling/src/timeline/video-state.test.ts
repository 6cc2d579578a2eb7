import { isMissed, type Post, type Render, shownRender, videoState } from './video-state.ts';

const render = (state: Render['state']): Render => ({
  variation: 0,
  state,
  startedAt: null,
  finishedAt: null,
  percent: 0,
  code: '',
  message: '',
});
const posts = (...states: string[]): Post[] =>
  states.map((state, index) => ({
    platform: `p${index}`,
    state,
    code: '',
    message: '',
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
