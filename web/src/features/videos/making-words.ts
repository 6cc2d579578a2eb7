import { formatTime } from '../../lib/format-date.ts';
import { serverNow } from '../../lib/server-clock.ts';
import type { Video } from './api.ts';

type Rendering = Pick<Video['stages']['rendering'], 'state' | 'place' | 'readyInSeconds' | 'nextTryAt'> & {
  /** Null if it is not shown. */
  percent: number | null;
};

const ordinals = ['Next', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth', 'Tenth'];

/** "Third in line", or null without a place. */
export function placeWords(place: number | null): string | null {
  if (place === null) return null;
  return `${ordinals[place - 1] ?? `Number ${place}`} in line`;
}

/** The progress of a video being made: "Third in line. Ready in about 6 minutes." */
export function makingWords({ state, percent, place, readyInSeconds, nextTryAt }: Rendering): string {
  if (state === 'running') {
    const done = percent ? `${percent}% done.` : 'Rendering.';
    if (readyInSeconds === null) return `${done} The time left is not known yet.`;
    const span = spanOf(readyInSeconds);
    return `${done} ${span.charAt(0).toUpperCase()}${span.slice(1)} left.`;
  }
  if (nextTryAt !== null) return 'Waiting for the next try.';
  const where = placeWords(place) ?? 'Waiting for its turn';
  return `${where}. ${readyInSeconds === null ? 'The time it takes is not known yet.' : `Ready in ${spanOf(readyInSeconds)}.`}`;
}

/** The progress for screen readers, which announce each change: without the percentage, and in coarse steps. */
export function spokenMakingWords(rendering: Rendering): string {
  const { state, readyInSeconds } = rendering;
  const steps = [1, 2, 5, 10, 20, 30, 60, 120];
  const minutes = readyInSeconds === null ? undefined : steps.find((step) => readyInSeconds <= step * 60);
  const coarse = { ...rendering, percent: null, readyInSeconds: minutes === undefined ? readyInSeconds : minutes * 60 };
  return state === 'running' && readyInSeconds === null ? 'Rendering.' : makingWords(coarse);
}

/** The clock's label and start; null while a next try is planned, whose time is shown instead. */
export function clockOf({ stages, createdAt }: Video): { label: string; since: number } | null {
  const { state, startedAt, nextTryAt } = stages.rendering;
  const askedAt = stages.requested.at ?? createdAt;
  if (state === 'running') return { label: 'Rendering for', since: Date.parse(startedAt ?? askedAt) };
  return nextTryAt === null ? { label: 'Waiting for', since: Date.parse(askedAt) } : null;
}

/** "We keep trying, next at 14:20.", in the video's zone; without the time if the next try is seconds away. */
export function waitWords(fix: string, nextTryAt: string | null, zone: string | undefined): string {
  const isSoon = nextTryAt === null || Date.parse(nextTryAt) - serverNow() < 60_000;
  return isSoon ? fix : `${fix.replace(/\.$/, '')}, next at ${formatTime(nextTryAt, zone)}.`;
}

/** "about 6 minutes"; longer times are rounded more. */
function spanOf(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return 'less than a minute';
  if (minutes === 1) return 'about a minute';
  if (minutes <= 10) return `about ${minutes} minutes`;
  if (minutes < 58) return `about ${Math.round(minutes / 5) * 5} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'about an hour' : `about ${hours} hours`;
}
