import { platformProviders } from '@reelwright/sandbox/platforms';
import { type AcceptedPost, endedGrants, type Fault } from './journal.ts';
import type { Ledger, Target } from './ledger.ts';
import type { Person } from './people.ts';
import { type Evidence, type Finding, matchPosts } from './verdict.ts';

/** Codes that a fault explains only if it hit this very post. */
const FAULTS_ON_THE_POST: Readonly<Record<string, readonly string[]>> = {
  BLOCKED: ['refusal'],
  PROCESSING_FAILED: ['refusal', 'brokenUpload'],
  MEDIA_REFUSED: ['brokenUpload'],
};
/** Codes that a fault of that kind at the platform explains, if it happened while the post was tried. */
const FAULTS_AT_THE_PLATFORM: Readonly<Record<string, readonly string[]>> = {
  RATE_LIMITED: ['rate429'],
  PROVIDER_ERROR: ['error5xx'],
  PROVIDER_UNREACHABLE: ['timeoutAfterSuccess'],
  SESSION_LOST: ['brokenUpload', 'timeoutAfterSuccess', 'error5xx'],
  MEDIA_UNREACHABLE: ['brokenUpload'],
  OUTCOME_UNKNOWN: ['timeoutAfterSuccess', 'error5xx', 'rate429', 'refusal'],
};
const GRANT_CODES: readonly string[] = ['RECONNECT_NEEDED', 'LOOK_NEEDS_RECONNECT', 'TOKEN_REJECTED', 'ACCESS_REMOVED'];
const LATE_MS = 10 * 60_000;
/** Calls take time between the intent and the platform's own record of the post. */
const SLACK_MS = 60_000;

/** A person whose accounts at the platforms have their name or address. */
type Owner = Pick<Person, 'userId' | 'name' | 'email'>;

/**
 * I10: the cause of a post that did not go out is a fault that the journal has for it. A post that went out late, and no
 * other, has the code POSTED_LATE.
 */
export function rightCauses({ plan, journal, ledger }: Evidence, people: readonly Owner[]): Finding {
  const known = matchPosts({ journal });
  const grants = endedGrants(journal);
  const grantEndsOf = ({ userId, platform }: Target) => {
    const { name, email } = people.find((person) => person.userId === userId) ?? {};
    return grants
      .filter(
        ({ provider, account }) => provider === platformProviders[platform] && (account === name || account === email),
      )
      .map(({ at }) => at);
  };
  const planned = new Set(plan.map(({ videoId, platform }) => `${videoId} ${platform}`));
  const rows = ledger.targets.filter(({ videoId, platform }) => planned.has(`${videoId} ${platform}`));
  const offenders = rows.flatMap((target) => {
    const { platform, captionLine, videoId, state, code } = target;
    const wrong =
      state === 'posted'
        ? lateness(target, known.postsOf(target)[0]?.at)
        : explain(target, idsOf(ledger, target, known.postsOf(target)), known.faults, grantEndsOf(target));
    return wrong
      ? [`${platform} '${captionLine}' (video ${videoId}): ${state} ${code ?? 'without a code'}, but ${wrong}`]
      : [];
  });
  return {
    rule: 'I10',
    meaning: 'the cause shown is a fault that the journal has for the post',
    checked: rows.length,
    offenders,
  };
}

function lateness({ code, dueAt }: Target, wentAt: Date | undefined): string | undefined {
  if (!wentAt) return undefined;
  const late = wentAt.getTime() - dueAt.getTime();
  if (code === 'POSTED_LATE')
    return late > LATE_MS - SLACK_MS ? undefined : `it went out ${minutes(late)} after its time`;
  // NO_LINK is no fault: not every platform gives a link.
  if (code !== null && code !== 'NO_LINK') return 'it went out';
  return late > LATE_MS + SLACK_MS ? `it went out ${minutes(late)} after its time` : undefined;
}

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`;

function explain(
  { platform, code, dueAt, updatedAt }: Target,
  ids: readonly string[],
  faults: readonly Fault[],
  ended: readonly Date[],
): string | undefined {
  const grantEnded = ended.some((at) => at <= updatedAt);
  if (code !== null && GRANT_CODES.includes(code)) return grantEnded ? undefined : 'no consent had ended';
  const here = faults.filter(({ provider }) => provider === platformProviders[platform]);
  const onPost = FAULTS_ON_THE_POST[code ?? ''];
  if (onPost) {
    const hit = here.some(({ kind, about }) => onPost.includes(kind) && ids.some((id) => about.includes(id)));
    return hit ? undefined : `no fault hit ${ids.join(', ') || 'it'}`;
  }
  const atPlatform = FAULTS_AT_THE_PLATFORM[code ?? ''];
  if (!atPlatform) return 'no fault explains the code';
  if (code === 'OUTCOME_UNKNOWN' && grantEnded) return undefined;
  const from = dueAt.getTime() - 86_400_000;
  const hit = here.some(({ kind, at }) => atPlatform.includes(kind) && at.getTime() >= from && at <= updatedAt);
  return hit ? undefined : 'no such fault happened while it was tried';
}

/** All ids that the platform gave it, also in rejected commits. */
function idsOf({ commits }: Ledger, target: Target, accepted: readonly AcceptedPost[]): string[] {
  const tried = commits.filter(({ targetId }) => targetId === target.id);
  return [...target.ids, ...tried.flatMap(({ ids }) => ids), ...accepted.flatMap(({ ids }) => ids)];
}
