import { type AcceptedPost, endedGrants, type Fault, PROVIDER_OF } from './journal.ts';
import type { Ledger, Target } from './ledger.ts';
import type { Person } from './people.ts';
import { connect, type Evidence, type Finding } from './verdict.ts';

/** Faults that explain a code: one that struck this very post, or one of that kind at the platform while it was tried. */
const STRUCK: Readonly<Record<string, readonly string[]>> = {
  BLOCKED: ['refusal'],
  PROCESSING_FAILED: ['refusal', 'brokenUpload'],
  MEDIA_REFUSED: ['brokenUpload'],
};
const AROUND: Readonly<Record<string, readonly string[]>> = {
  RATE_LIMITED: ['rate429'],
  PROVIDER_ERROR: ['error5xx'],
  PROVIDER_UNREACHABLE: ['timeoutAfterSuccess'],
  SESSION_LOST: ['brokenUpload', 'timeoutAfterSuccess', 'error5xx'],
  MEDIA_UNREACHABLE: ['brokenUpload'],
  OUTCOME_UNKNOWN: ['timeoutAfterSuccess', 'error5xx', 'rate429', 'refusal'],
};
const GRANT: readonly string[] = ['RECONNECT_NEEDED', 'LOOK_NEEDS_RECONNECT', 'TOKEN_REJECTED', 'ACCESS_REMOVED'];
const LATE_MS = 10 * 60_000;
/** Between the intent and the platform's own record of it, clocks and calls take their time. */
const SLACK_MS = 60_000;

/** Whose accounts at the platforms are named after them. */
type Owner = Pick<Person, 'userId' | 'name' | 'email'>;

/**
 * I10: what a post that did not go out shows as its cause is what the journal says was done to it; a post that came late
 * says so, and no other does.
 */
export function rightCauses({ plan, journal, ledger }: Evidence, people: readonly Owner[]): Finding {
  const known = connect({ journal });
  const grants = endedGrants(journal);
  const endsFor = ({ userId, platform }: Target) => {
    const { name, email } = people.find((person) => person.userId === userId) ?? {};
    return grants
      .filter(({ provider, account }) => provider === PROVIDER_OF[platform] && (account === name || account === email))
      .map(({ at }) => at);
  };
  const planned = new Set(plan.map(({ videoId, platform }) => `${videoId} ${platform}`));
  const rows = ledger.targets.filter(({ videoId, platform }) => planned.has(`${videoId} ${platform}`));
  const offenders = rows.flatMap((target) => {
    const { platform, words, videoId, state, code } = target;
    const wrong =
      state === 'posted'
        ? lateness(target, known.postsOf(target)[0]?.at)
        : explain(target, idsOf(ledger, target, known.postsOf(target)), known.faults, endsFor(target));
    return wrong
      ? [`${platform} '${words}' (video ${videoId}): ${state} ${code ?? 'without a code'}, but ${wrong}`]
      : [];
  });
  return { rule: 'I10', meaning: 'the cause shown is what was done to the post', looked: rows.length, offenders };
}

function lateness({ code, dueAt }: Target, wentAt: Date | undefined): string | undefined {
  if (!wentAt) return undefined;
  const late = wentAt.getTime() - dueAt.getTime();
  if (code === 'POSTED_LATE')
    return late > LATE_MS - SLACK_MS ? undefined : `it went out ${minutes(late)} after its time`;
  // A post without a link says so: not every platform gives one.
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
  if (code !== null && GRANT.includes(code)) return grantEnded ? undefined : 'no consent had ended';
  const here = faults.filter(({ provider }) => provider === PROVIDER_OF[platform]);
  const struck = STRUCK[code ?? ''];
  if (struck) {
    const hit = here.some(({ kind, about }) => struck.includes(kind) && ids.some((id) => about.includes(id)));
    return hit ? undefined : `no fault struck ${ids.join(', ') || 'it'}`;
  }
  const around = AROUND[code ?? ''];
  if (!around) return 'nothing of that kind was done to it';
  if (code === 'OUTCOME_UNKNOWN' && grantEnded) return undefined;
  const from = dueAt.getTime() - 86_400_000;
  const hit = here.some(({ kind, at }) => around.includes(kind) && at.getTime() >= from && at <= updatedAt);
  return hit ? undefined : 'no such fault happened while it was tried';
}

/** All that the platform ever called it, also in commits that were refused. */
function idsOf({ commits }: Ledger, target: Target, accepted: readonly AcceptedPost[]): string[] {
  const tried = commits.filter(({ targetId }) => targetId === target.id);
  return [...target.ids, ...tried.flatMap(({ ids }) => ids), ...accepted.flatMap(({ ids }) => ids)];
}
