import {
  allowsAction,
  entryStates,
  isPostAction,
  type PostState,
  postActions,
  postNeeds,
  postStates,
} from '@reelwright/product';
import { isLocked } from '../calendar/slot-rules.ts';
import { canPostNow } from '../entries/entry.ts';
import { FREE_PLAN } from '../plans/plan-rules.ts';
import { NEVER_PAUSED } from '../plans/posting-pause.ts';
import { type KnownVideo, postStatus, videoStatus } from './status.ts';
import type { Post, Render } from './video-state.ts';

const at = new Date('2026-11-25T09:00:00Z');
const minutes = (from: number) => new Date(at.getTime() + from * 60_000);
const DAY = 24 * 60;

const post = (state: PostState, more: Partial<Post> = {}): Post => ({
  platform: 'tiktok',
  state,
  code: '',
  causeData: {},
  needs: '',
  permalink: '',
  at: minutes(-30),
  nextCheckAt: null,
  goesOutAt: null,
  ...more,
});
const render = (state: Render['state'], more: Partial<Render> = {}): Render => ({
  variation: 0,
  state,
  startedAt: minutes(-50),
  finishedAt: state === 'done' || state === 'failed' ? minutes(-40) : null,
  percent: 0,
  nextTryAt: null,
  code: '',
  causeData: {},
  ...more,
});
const pro: KnownVideo['account'] = {
  plan: { tier: 'pro', videosPerMonth: 12, monthAnchor: null, next: null },
  graceEnds: null,
  posting: NEVER_PAUSED,
};
const onHold = { ...pro, posting: { ...NEVER_PAUSED, paused: true, pausedAt: minutes(-60) } };
const moved = { code: 'DAILY_LIMIT', goesOutAt: minutes(DAY) };

describe('the status of a post', () => {
  it.each<[string, Post, number, object]>([
    ['waits for its time', post('staged'), -10, { state: 'scheduled', next: { step: 'post', at }, actions: [] }],
    ['is not late for two minutes', post('staged'), 2, { state: 'scheduled', late: false, next: null }],
    ['is late after two minutes', post('waiting'), 3, { state: 'late', late: true, since: at }],
    [
      'is tried again when it is late',
      post('waiting', { nextCheckAt: minutes(5) }),
      3,
      { state: 'late', next: { step: 'try', at: minutes(5) } },
    ],
    [
      'goes out on another day',
      post('staged', moved),
      3,
      { state: 'moved', late: false, next: { step: 'post', at: minutes(DAY) } },
    ],
    [
      'is late on the other day too',
      post('staged', moved),
      DAY + 3,
      { state: 'late', since: minutes(DAY), late: true },
    ],
    [
      'needs a new connection',
      post('waiting', { needs: 'reconnect' }),
      -10,
      { state: 'held_back', actions: ['reconnect'] },
    ],
    ['needs a setting', post('staged', { needs: 'setting' }), -10, { state: 'held_back', actions: ['change_setting'] }],
    ['has no account', post('no_connection'), -10, { state: 'not_connected', actions: ['connect'], next: null }],
    [
      'waits for an account that was disconnected',
      post('no_connection', { needs: 'reconnect' }),
      -10,
      { state: 'held_back', needsOwner: true, actions: ['reconnect'] },
    ],
    [
      'waited six hours for an account that was disconnected',
      post('no_connection', { needs: 'reconnect' }),
      361,
      { state: 'held_back', actions: ['reconnect', 'retry'] },
    ],
    ['is going out', post('going_out'), 0, { state: 'going_out', late: false }],
    [
      'is looked for at the platform',
      post('unconfirmed', { nextCheckAt: minutes(9) }),
      5,
      { state: 'unconfirmed', next: { step: 'check', at: minutes(9) }, actions: ['check'] },
    ],
    [
      'cannot be looked for without its account',
      post('unconfirmed', { code: 'NO_LONGER_CONNECTED' }),
      5,
      { state: 'unconfirmed', actions: ['connect'] },
    ],
    ['failed', post('failed'), 5, { state: 'failed', needsOwner: true, actions: ['retry'], next: null }],
    ['failed until it is reconnected', post('failed', { needs: 'reconnect' }), 5, { actions: ['reconnect'] }],
    ['failed six hours ago', post('failed', { needs: 'reconnect' }), 361, { actions: ['reconnect', 'retry'] }],
    ['was missed', post('missed'), 400, { state: 'missed', actions: ['retry'] }],
    ['was cancelled', post('cancelled'), 5, { state: 'cancelled', actions: [], next: null }],
    ['is posted', post('posted'), 5, { state: 'posted', needsOwner: false, since: minutes(-30), actions: [] }],
  ])('%s', (_name, given, now, expected) => {
    expect(postStatus(given, { publishAt: at, isPaused: false, now: minutes(now) })).toMatchObject(expected);
  });

  it.each<[string, Post, number, string[]]>([
    ['failed', post('failed'), 5, ['resume']],
    ['failed six hours ago', post('failed', { needs: 'reconnect' }), 361, ['reconnect', 'resume']],
    ['was missed', post('missed'), 400, ['resume']],
    ['is unconfirmed', post('unconfirmed'), 5, ['check']],
    ['waits for its time', post('staged'), -10, []],
  ])('is not sent again while its owner has paused all posts: %s', (_name, given, now, actions) => {
    expect(postStatus(given, { publishAt: at, isPaused: true, now: minutes(now) }).actions).toEqual(actions);
  });

  it.each(postStates)('offers what publishing takes when its state is %s, and nothing else', (state) => {
    const given = ['', ...postNeeds].map((needs) => post(state, { needs }));
    const offered = given.flatMap((each) =>
      [-10, 361].flatMap((now) => postStatus(each, { publishAt: at, isPaused: false, now: minutes(now) }).actions),
    );
    const allowed = postActions.filter((action) => allowsAction(state, action));
    expect([...new Set(offered.filter(isPostAction))]).toEqual(allowed);
  });
});

const video = (more: Partial<KnownVideo> = {}): KnownVideo => ({
  stored: 'requested',
  publishAt: at,
  requestedAt: minutes(-60),
  render: render('done'),
  delivery: { state: 'done', at: minutes(-35) },
  posts: [],
  account: pro,
  hold: null,
  ...more,
});
const ended: KnownVideo['account'] = {
  ...pro,
  plan: { ...pro.plan, next: { tier: 'free', videosPerMonth: 1, at: minutes(-1) } },
};
const posts = (...states: PostState[]) => ({ posts: states.map((state) => post(state)) });

describe('the status of a video', () => {
  it.each<[string, Partial<KnownVideo>, number, object]>([
    [
      'is planned',
      { stored: 'planned', render: undefined, delivery: undefined },
      -3 * DAY,
      { state: 'planned', group: null, needsOwner: false, next: { step: 'request', at: minutes(-DAY) } },
    ],
    [
      'is paused',
      { stored: 'paused' },
      -3 * DAY,
      { state: 'paused', group: null, needsOwner: true, actions: ['change_plan', 'edit', 'skip'] },
    ],
    ['is paused after the plan', { stored: 'paused', account: ended }, -5, { actions: ['renew', 'edit', 'skip'] }],
    [
      'is paused while a payment is overdue',
      { stored: 'paused', account: { ...pro, graceEnds: at } },
      -5,
      { actions: ['pay', 'edit', 'skip'] },
    ],
    [
      'is paused on the free plan',
      { stored: 'paused', account: { ...pro, plan: FREE_PLAN } },
      -5,
      { actions: ['change_plan', 'edit', 'skip'] },
    ],
    [
      'is skipped before its video was requested',
      { stored: 'paused', hold: 'ENTRY_SKIPPED', render: undefined, delivery: undefined },
      -5,
      { state: 'skipped', group: null, needsOwner: false, next: null, actions: ['unskip', 'edit'] },
    ],
    [
      'is skipped after its video was made',
      { hold: 'ENTRY_SKIPPED', ...posts('cancelled') },
      -5,
      { state: 'skipped', group: 'delivered', needsOwner: false, late: false, actions: ['unskip', 'edit'] },
    ],
    [
      'stays skipped after its time',
      { hold: 'ENTRY_SKIPPED', ...posts('cancelled') },
      60,
      { state: 'skipped', late: false, actions: [] },
    ],
    [
      'is on hold before its video is requested',
      { stored: 'planned', hold: 'POSTING_PAUSED', account: onHold, render: undefined, delivery: undefined },
      -3 * DAY,
      { state: 'on_hold', group: null, next: null, actions: ['edit', 'skip'] },
    ],
    [
      'is on hold with its video, and not late',
      { hold: 'POSTING_PAUSED', account: onHold, ...posts('staged', 'waiting') },
      60,
      { state: 'on_hold', late: false, next: null, actions: [] },
    ],
    [
      'was missed, and is not posted now while posting is paused',
      { stored: 'missed', hold: 'POSTING_PAUSED', account: onHold, render: undefined, delivery: undefined },
      500,
      { state: 'missed', actions: [] },
    ],
    [
      'waits for its owner to approve it',
      { hold: 'AWAITS_APPROVAL', ...posts('staged') },
      -5,
      { state: 'awaiting_approval', group: 'needs_owner', actions: ['approve', 'edit', 'skip'], since: minutes(-40) },
    ],
    [
      'waits for its owner after its time',
      { hold: 'AWAITS_APPROVAL', ...posts('staged') },
      60,
      { state: 'awaiting_approval', needsOwner: true, actions: ['approve'] },
    ],
    [
      'is out, whatever its owner has decided since',
      { hold: 'ENTRY_SKIPPED', ...posts('posted') },
      60,
      { state: 'posted', actions: [] },
    ],
    [
      'was missed before it was made',
      { stored: 'missed', render: undefined, delivery: undefined },
      500,
      { state: 'missed', group: 'needs_owner', actions: ['post_now'], since: at },
    ],
    [
      'goes out after the plan',
      { account: ended },
      -5,
      { state: 'not_covered', group: 'needs_owner', actions: ['renew', 'edit', 'skip'] },
    ],
    [
      'is requested',
      { render: undefined, delivery: undefined },
      -10,
      { state: 'making', group: 'making', late: false, since: minutes(-60), next: { step: 'post', at } },
    ],
    [
      'is rendered past its time',
      { render: render('running') },
      5,
      { state: 'making', late: true, since: minutes(-50) },
    ],
    [
      'waits for the next try of its render',
      { render: render('waiting', { nextTryAt: minutes(-5) }) },
      -10,
      { state: 'making', next: { step: 'try', at: minutes(-5) } },
    ],
    [
      'is made while a post is held back',
      { render: render('running'), posts: [post('waiting', { needs: 'reconnect' })] },
      -10,
      { state: 'making', group: 'needs_owner', needsOwner: true, actions: ['reconnect', 'edit', 'skip'] },
    ],
    ['could not be rendered', { render: render('failed') }, -10, { state: 'render_failed', group: 'needs_owner' }],
    ['is ready', posts('staged', 'waiting'), -10, { state: 'ready', group: 'going_out', next: { step: 'post', at } }],
    ['is ready before any post is known', {}, -10, { state: 'ready', next: { step: 'post', at } }],
    ['goes to Drive', { publishAt: null, delivery: undefined }, 5, { state: 'delivering', group: 'delivering' }],
    ['is in Drive', { publishAt: null }, 5, { state: 'delivered', group: 'delivered', since: minutes(-35) }],
    ['is in Drive without any account', posts('no_connection'), 5, { state: 'delivered', counted: 0 }],
    [
      'could not be delivered',
      { ...posts('staged'), delivery: { state: 'failed', at: null } },
      -10,
      { needsOwner: true },
    ],
    ['goes out in its minute', posts('staged'), 0, { state: 'going_out', group: 'going_out', late: false }],
    ['is late', posts('staged', 'posted', 'staged'), 3, { state: 'partly_posted', late: true, posted: 1, counted: 3 }],
    ['is late everywhere', posts('staged', 'waiting'), 3, { state: 'late', late: true, since: at }],
    ['is processed', posts('processing', 'posted'), 1, { state: 'going_out', posted: 1, counted: 2 }],
    ['goes out on another day', { posts: [post('staged', moved)] }, 5, { state: 'moved', late: false }],
    [
      'is late on the other day too',
      { posts: [post('staged', moved)] },
      DAY + 3,
      { state: 'late', late: true, since: minutes(DAY) },
    ],
    ['is posted', posts('posted', 'posted', 'no_connection'), 5, { state: 'posted', group: 'posted', counted: 2 }],
    [
      'failed somewhere',
      posts('posted', 'failed'),
      5,
      { state: 'partly_posted', group: 'needs_owner', actions: ['retry'] },
    ],
    ['failed everywhere', posts('failed', 'missed'), 500, { state: 'not_posted', needsOwner: true }],
    [
      'was missed everywhere',
      posts('missed', 'missed'),
      500,
      { state: 'missed', actions: ['retry'], since: minutes(-30) },
    ],
    [
      'was missed everywhere, and is not sent while posting is paused',
      { ...posts('missed', 'missed'), account: onHold },
      500,
      { state: 'missed', actions: ['resume'] },
    ],
    ['is unconfirmed', posts('unconfirmed'), 5, { state: 'unconfirmed', group: 'needs_owner', actions: ['check'] }],
    [
      'is held back',
      { posts: [post('staged', { needs: 'setting' })] },
      5,
      { state: 'held_back', actions: ['change_setting'] },
    ],
    ['was cancelled everywhere', posts('cancelled'), 5, { state: 'delivered', counted: 0, needsOwner: false }],
  ])('%s', (_name, given, now, expected) => {
    expect(videoStatus(video(given), minutes(now))).toMatchObject(expected);
  });

  const stored = entryStates.filter((state) => state !== 'cancelled');
  it.each(stored)("offers 'Post now' and the calendar's dialog by their routes' rules when it is %s", (state) => {
    for (const now of [-600, -10, -1, 0, 500]) {
      const { actions } = videoStatus(video({ stored: state }), minutes(now));
      expect(actions.includes('post_now')).toBe(canPostNow({ state }));
      expect(actions.includes('edit')).toBe(!isLocked(at, minutes(now)));
    }
  });
});
