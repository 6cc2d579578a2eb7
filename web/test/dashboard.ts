import { screen } from '@testing-library/react';
import { failure } from './browser.tsx';
import { configuration, person, type video } from './people.ts';

/** The call that saves the wizard. */
export const save = 'POST /api/video-configurations';
export const videos = (...list: ReturnType<typeof video>[]) => ({
  body: { serverTime: '2026-11-20T16:46:00Z', posting: { paused: false, since: null }, hasOlder: false, videos: list },
});

/** What the dashboard reads, for a plan without videos. */
export function answersFor(tier: 'free' | 'starter' | 'pro', change = {}) {
  return {
    'GET /api/auth/user': { body: person(tier) },
    'GET /api/video-configuration': {
      body: configuration({ videosPerMonth: person(tier).videosPerMonth, ...change }),
    },
    'GET /api/videos': videos(),
    'GET /api/social-connections': failure(503, 'UNAVAILABLE', 'Not now.'),
  };
}

/** The wizard's button. */
export const next = () => screen.findByRole('button', { name: 'Next' });
