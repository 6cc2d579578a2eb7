import type { Away } from '@reelwright/sandbox';
import { type EmulatedPlatform as Platform, platformProviders } from '@reelwright/sandbox/platforms';
import { eventually } from '@reelwright/testing';
import { MINUTE, type Publishing } from './harness.ts';

type OutageKind = Away | 'garbage';
export const outageKinds = ['refused', 'unavailable', 'garbage'] as const;

/** Simulates outages of platforms, and lets time pass meanwhile. */
export function outagesOf(service: () => Publishing) {
  async function setOutage(platform: Platform, how: OutageKind | undefined): Promise<void> {
    const provider = platformProviders[platform];
    service().sandbox.chaos.set(provider, { garbage: how === 'garbage' ? 1 : 0 });
    await service().sandbox.setAway(provider, how === 'garbage' ? undefined : how);
  }

  /** Requests a video of a new user, due in two minutes. */
  async function requestVideo(platform: Platform): Promise<{ videoId: string; userId: string }> {
    const userId = await service().creator(platform);
    const publishAt = new Date(service().clock.now().getTime() + 2 * MINUTE);
    const videoId = await service().requestVideo(userId, { publishAt });
    return { videoId, userId };
  }

  const postOf = (videoId: string) =>
    service().db.selectFrom('posts').selectAll().where('video_id', '=', videoId).executeTakeFirstOrThrow();

  /** Moves product time in steps; after each one, waits until nothing of the post is due. */
  async function passTime(videoId: string, totalMs: number, stepMs = 10 * MINUTE): Promise<void> {
    for (let passed = 0; passed < totalMs; passed += stepMs) {
      service().clock.advance(Math.min(stepMs, totalMs - passed));
      service().app.wake();
      await eventually(
        async () => {
          const { next_action_at: next, leased_until: leased, state, code } = await postOf(videoId);
          if (leased || (next && next <= service().clock.now())) throw new Error(`${state} ${code} is still due`);
        },
        { timeoutMs: 10_000, everyMs: 10 },
      );
    }
  }

  return { setOutage, requestVideo, postOf, passTime };
}
