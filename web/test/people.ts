import type { Tier } from '@reelwright/product';
import { planOf } from '../src/content/plans.ts';
import type { VideoConfiguration } from '../src/features/video-wizard/api.ts';
import type { Video } from '../src/features/videos/api.ts';
import { settingsOf } from '../src/lib/entry-choice.ts';
import { instantOf } from '../src/lib/zoned-time.ts';
import type { CurrentUser } from '../src/session/current-user.ts';

export function person(tier: Tier, change: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: '7',
    email: 'giulia@example.com',
    firstName: 'Giulia',
    lastName: 'Ferri',
    profileImageUrl: null,
    createdAt: '2026-08-01T00:00:00Z',
    subscriptionTier: tier,
    isAnnual: false,
    videosPerMonth: planOf(tier).videosPerMonth,
    videosUsedThisMonth: 0,
    videosGeneratedThisMonth: 0,
    usageResetsAt: '2026-12-02T00:00:00Z',
    stripeSubscriptionId: tier === 'free' ? null : 'sub_1',
    subscriptionCancelledAt: null,
    subscriptionExpiresAt: null,
    subscriptionStatus: tier === 'free' ? 'none' : 'active',
    nextTier: null,
    nextIsAnnual: null,
    currentPeriodEnd: tier === 'free' ? null : '2026-12-02T12:00:00Z',
    paymentDueBy: null,
    paymentDueCents: null,
    paymentDueCurrency: null,
    lastRegeneratedAt: null,
    emailVerified: true,
    hasPassword: true,
    googleLinked: false,
    mailPostProblems: true,
    mailPaymentProblems: true,
    mailNotices: true,
    mailConnectionEnds: true,
    ...change,
  };
}

export function configuration(change: Partial<VideoConfiguration> = {}): VideoConfiguration {
  return {
    saved: false,
    version: 0,
    videoType: 'v1',
    includeAudio: true,
    id: null,
    userId: '7',
    createdAt: null,
    updatedAt: null,
    notes: '',
    brand: { name: '', occupation: '', feel: '', colours: [] },
    timeZone: 'UTC',
    askBeforePosting: false,
    scheduledDates: [],
    videosPerMonth: 8,
    usedThisMonth: 0,
    folderUrl: null,
    ...change,
  };
}

type Status = Video['status'];
type Post = Video['posts'][number];
type PostStatus = Post['status'];
/** The fields that differ from the builder's defaults. */
type Change<Of extends { status: unknown }> = Partial<Omit<Of, 'state' | 'status'>> & {
  status?: Partial<Of['status']>;
};

const groups: Readonly<Record<Status['state'], Status['group']>> = {
  planned: null,
  paused: null,
  skipped: null,
  on_hold: null,
  awaiting_approval: 'needs_owner',
  making: 'making',
  ready: 'going_out',
  moved: 'going_out',
  going_out: 'going_out',
  late: 'going_out',
  delivering: 'delivering',
  delivered: 'delivered',
  posted: 'posted',
  not_covered: 'needs_owner',
  render_failed: 'needs_owner',
  held_back: 'needs_owner',
  unconfirmed: 'needs_owner',
  partly_posted: 'needs_owner',
  not_posted: 'needs_owner',
  missed: 'needs_owner',
};

function videoStatus(state: Status['state'], posts: readonly Post[], change: Partial<Status> = {}): Status {
  const counted = posts.filter(({ status }) => status.state !== 'cancelled' && status.state !== 'not_connected');
  return {
    state,
    group: groups[state],
    since: null,
    late: state === 'late',
    needsOwner: groups[state] === 'needs_owner' || state === 'paused',
    next: null,
    actions: [...new Set(posts.flatMap(({ status }) => status.actions))],
    counted: counted.length,
    posted: counted.filter(({ status }) => status.state === 'posted').length,
    ...change,
  };
}

type SavedEntry = VideoConfiguration['scheduledDates'][number];

/** A saved entry at a wall time in Rome. */
export function savedEntry(
  id: string,
  date: string,
  time: string,
  state: Status['state'] = 'planned',
  { status, ...change }: Change<SavedEntry> = {},
): SavedEntry {
  const actions: Status['actions'] = groups[state] === null ? ['edit'] : [];
  return {
    id,
    date,
    time,
    publishAt: new Date(instantOf({ date, time }, 'Europe/Rome')).toISOString(),
    index: 1,
    ...settingsOf(null),
    requested: null,
    state: 'planned',
    status: videoStatus(state, [], { actions, ...status }),
    why: null,
    ...change,
  };
}

export function video(
  id: string,
  state: Status['state'] = 'making',
  { status, posts = [], ...change }: Change<Video> = {},
): Video {
  return {
    id,
    videoType: 'v1',
    title: null,
    variation: 0,
    createdAt: '2026-11-20T16:44:00Z',
    publishAt: null,
    date: null,
    time: null,
    timeZone: 'Europe/Rome',
    caption: '',
    captions: null,
    mediaUrl: null,
    posterUrl: null,
    stages: state === 'making' ? runningStages : finishedStages,
    posts,
    state: 'ready',
    status: videoStatus(state, posts, status),
    why: null,
    ...change,
  };
}

export const runningStages: Video['stages'] = {
  requested: { at: '2026-11-20T16:44:00Z' },
  rendering: {
    state: 'running',
    variation: 0,
    startedAt: '2026-11-20T16:44:20Z',
    finishedAt: null,
    percent: 40,
    nextTryAt: null,
    place: null,
    readyInSeconds: null,
    code: '',
    message: '',
    fix: '',
  },
  drive: { state: 'waiting', at: null, link: null, code: '', message: '', fix: '' },
};

export const finishedStages: Video['stages'] = {
  requested: { at: '2026-11-20T16:30:00Z' },
  rendering: {
    state: 'done',
    variation: 0,
    startedAt: '2026-11-20T16:30:10Z',
    finishedAt: '2026-11-20T16:33:22Z',
    percent: 100,
    nextTryAt: null,
    place: null,
    readyInSeconds: null,
    code: '',
    message: '',
    fix: '',
  },
  drive: {
    state: 'done',
    at: '2026-11-20T16:34:00Z',
    link: 'https://drive.example/file',
    code: '',
    message: '',
    fix: '',
  },
};

const postActions: Partial<Record<PostStatus['state'], PostStatus['actions']>> = {
  failed: ['retry'],
  missed: ['retry'],
  unconfirmed: ['check'],
  not_connected: ['connect'],
};

export function post(
  platform: Post['platform'],
  state: PostStatus['state'] = 'scheduled',
  { status, ...change }: Change<Post> = {},
): Post {
  const needsOwner = ['held_back', 'failed', 'missed', 'unconfirmed'].includes(state);
  const actions = postActions[state] ?? [];
  return {
    platform,
    state: 'waiting',
    code: '',
    message: '',
    fix: '',
    needs: null,
    permalink: null,
    at: null,
    nextCheckAt: null,
    goesOutAt: null,
    status: { state, since: null, late: state === 'late', needsOwner, next: null, actions, ...status },
    ...change,
  };
}
