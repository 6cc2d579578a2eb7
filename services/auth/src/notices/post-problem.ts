import { type CauseData, en, readCause, wordsFor } from '@reelwright/causes';
import type { PostStateChanged } from '@reelwright/contracts';
import {
  isPlatform,
  isPostState,
  isStyle,
  ownersEnds,
  type PostAction,
  platformNames,
  postStateFacts,
  styleNames,
} from '@reelwright/product';
import { cleanName } from '../users/name.ts';

/** What a mail says about a post, as it is stored. */
interface PostProblemDetails extends Pick<CauseData, 'gaveUp'> {
  readonly code: string;
  /** The part of the product in which its owner mends it. */
  readonly mendedIn: 'dashboard' | 'pricing' | 'social';
  /** One line; empty where the entry has none. */
  readonly title: string;
  readonly style: string;
  readonly publishAt: string | null;
  readonly timeZone: string;
}

/** A post that did not go out, or may not have. */
export interface PostProblem {
  readonly videoId: string;
  readonly platform: string;
  /** What its owner can request: another try of one that did not go out, a check of one that may be out. */
  readonly action: PostAction;
  readonly details: PostProblemDetails;
}

/** What is wrong with a post of the calendar; undefined for any other, and for one that its owner held. */
export function problemOf(post: PostStateChanged): PostProblem | undefined {
  const { videoId, platform, state, code, causeData, needs, entry } = post;
  if (!entry || !isPlatform(platform) || !isPostState(state) || ownersEnds.some((end) => end === code))
    return undefined;
  const { action } = postStateFacts[state];
  if (action === null) return undefined;
  const isOfConnection = needs !== '' || state === 'no_connection';
  const details = {
    code,
    gaveUp: causeData?.gaveUp ?? false,
    mendedIn: isOfConnection
      ? ('social' as const)
      : code === 'PLAN_FEATURE'
        ? ('pricing' as const)
        : ('dashboard' as const),
    title: cleanName(entry.title),
    style: entry.videoType,
    publishAt: entry.publishAt?.toISOString() ?? null,
    timeZone: entry.timeZone,
  };
  return { videoId, platform, action, details };
}

/** A paragraph about a post: which one, why, what mends it and where. */
export function describeProblem({ platform, action, details }: PostProblem, publicUrl: string): string {
  const { message, fix } = wordsFor(readCause(details.code, { ...details, platform }), {
    language: en,
    timeZone: details.timeZone || undefined,
  });
  const lines = [
    `${nameOf(details)} on ${isPlatform(platform) ? platformNames[platform] : platform}${timeOf(details)}`,
    `${action === 'check' ? 'Not confirmed' : 'Not posted'}: ${message}`,
    ...(fix ? [`What to do: ${fix}`] : []),
    `${publicUrl}/${details.mendedIn}`,
  ];
  return lines.join('\n');
}

function nameOf({ title, style }: PostProblemDetails): string {
  if (title) return `“${title}”`;
  return isStyle(style) ? `Your ${styleNames[style]} video` : 'Your video';
}

function timeOf({ publishAt, timeZone }: PostProblemDetails): string {
  if (publishAt === null) return '';
  const zone = timeZone || 'UTC';
  const form = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;
  const time = new Intl.DateTimeFormat(en.locale, { ...form, hourCycle: 'h23', timeZone: zone });
  return `, planned for ${time.format(new Date(publishAt))} (${zone})`;
}
