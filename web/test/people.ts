import type { Tier } from '@reelwright/product';
import { planOf } from '../src/content/plans.ts';
import type { VideoConfiguration } from '../src/features/video-wizard/api.ts';
import type { Video } from '../src/features/videos/api.ts';
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
    mailNotices: true,
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
    scheduledDates: [],
    videosPerMonth: 8,
    usedThisMonth: 0,
    folderUrl: null,
    ...change,
  };
}

const nothingToDo = { since: null, late: false, next: null, actions: [] };
const status: Video['status'] = {
  state: 'making',
  group: 'making',
  needsOwner: false,
  counted: 0,
  posted: 0,
  ...nothingToDo,
};

/** At a wall time in Rome. */
export function savedEntry(id: string, date: string, time: string): VideoConfiguration['scheduledDates'][number] {
  return {
    id,
    date,
    time,
    publishAt: new Date(instantOf({ date, time }, 'Europe/Rome')).toISOString(),
    index: 1,
    caption: null,
    videoType: null,
    platforms: null,
    state: 'planned',
    status: { ...status, state: 'planned', group: null },
    locked: false,
    why: null,
  };
}

export function video(id: string, change: Partial<Video> = {}): Video {
  return {
    id,
    videoType: 'v1',
    variation: 0,
    createdAt: '2026-11-20T16:44:00Z',
    publishAt: null,
    date: null,
    time: null,
    timeZone: 'Europe/Rome',
    caption: '',
    mediaUrl: null,
    posterUrl: null,
    stages: {
      requested: { at: '2026-11-20T16:44:00Z' },
      rendering: {
        state: 'running',
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
    },
    posts: [],
    state: 'rendering',
    status,
    why: null,
    ...change,
  };
}

export const finishedStages: Video['stages'] = {
  requested: { at: '2026-11-20T16:30:00Z' },
  rendering: {
    state: 'done',
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

export function post(platform: Video['posts'][number]['platform'], change: Partial<Video['posts'][number]> = {}) {
  return {
    platform,
    state: 'waiting' as const,
    code: '',
    message: '',
    fix: '',
    needs: null,
    permalink: null,
    at: null,
    nextCheckAt: null,
    goesOutAt: null,
    canRetry: false,
    canCheck: false,
    status: { state: 'waiting' as const, ...nothingToDo },
    ...change,
  };
}
