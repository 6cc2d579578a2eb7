import { endedStates, handedOverStates } from '@reelwright/product';
import type { EmulatedPlatform as Platform } from '@reelwright/sandbox/platforms';
import {
  type AcceptedPost,
  acceptedPosts,
  deliveredFiles,
  type Fault,
  faultsIn,
  firstLine,
  type JournalEntry,
} from './journal.ts';
import type { Ledger, Target } from './ledger.ts';

/** One requested post. */
export interface Planned {
  readonly videoId: string;
  readonly platform: Platform;
  /** The first line of the entry's caption, which is unique. */
  readonly captionLine: string;
  /** The time that the calendar shows. */
  readonly dueAt?: Date;
}

export interface Evidence {
  readonly plan: readonly Planned[];
  readonly journal: readonly JournalEntry[];
  readonly ledger: Ledger;
  /** The codes in publishing's table of causes. */
  readonly catalogue: ReadonlySet<string>;
  /** Whether the providers' chaos switches were on; then a post may stay unconfirmed. */
  readonly chaos: boolean;
}

export type Rule = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11';

/** The result of one invariant. */
export interface Finding {
  readonly rule: Rule;
  readonly meaning: string;
  /** The number of rows checked. */
  readonly checked: number;
  /** A line for each row that breaks it. */
  readonly offenders: readonly string[];
}

/** A row counts as stuck this long after its lease has ended. */
const GRACE_SECONDS = 60;
/** A post at its platform must be observed within this product time, however fresh its row's lease is. */
const OBSERVED_WITHIN_MS = 30 * 60_000;
const HANDED_OVER: readonly string[] = handedOverStates;
const ENDED_WITHOUT_POST: readonly string[] = endedStates;

/** Compares the plan, the ledger and the journal of the providers. A pure function of the evidence. */
export function judge(evidence: Evidence): Finding[] {
  const matched = matchPosts(evidence);
  return [
    exactlyOnce(evidence, matched),
    neverTwice(evidence, matched),
    countersAgree(evidence, matched),
    neverEarly(evidence, matched),
    nothingStuck(evidence),
    outboxesEmpty(evidence),
    nothingParked(evidence),
    shownIsTrue(evidence, matched),
    nothingUnknown(evidence),
  ];
}

/** Prints the findings. @returns whether all invariants hold */
export function printFindings(findings: readonly Finding[], say: (line: string) => void): boolean {
  for (const { rule, meaning, checked, offenders } of findings) {
    say(`${offenders.length === 0 ? 'holds ' : 'BROKEN'}  ${rule}  ${meaning} (${checked} checked)`);
    for (const offender of offenders) say(`            ${offender}`);
  }
  return findings.every(({ offenders }) => offenders.length === 0);
}

/** The accepted posts of each row. */
interface MatchedPosts {
  readonly posts: readonly AcceptedPost[];
  readonly faults: readonly Fault[];
  postsOf(target: Pick<Target, 'platform' | 'captionLine'>): readonly AcceptedPost[];
  /** Whether the platform rejected the post after it had accepted it, so that nobody ever saw it. */
  isRefused(post: AcceptedPost): boolean;
}

export function matchPosts({ journal }: Pick<Evidence, 'journal'>): MatchedPosts {
  const posts = acceptedPosts(journal);
  const faults = faultsIn(journal);
  // The journal has posts that TikTok or YouTube rejected, because both accept a post before they reject it. It has none that
  // Facebook or Instagram rejected.
  const refusals = faults.filter(({ provider, kind }) => kind === 'refusal' && ['tiktok', 'google'].includes(provider));
  const refused = new Set(refusals.map(({ about }) => about));
  const byCaption = Map.groupBy(posts, ({ platform, captionLine }) => `${platform} ${captionLine}`);
  return {
    posts,
    faults,
    postsOf: ({ platform, captionLine }) => byCaption.get(`${platform} ${titleOf(platform, captionLine)}`) ?? [],
    isRefused: ({ ids }) => ids.some((id) => refused.has(id)),
  };
}

/** The first line as the platform keeps it: YouTube's titles have at most 100 characters. */
const titleOf = (platform: Platform, captionLine: string): string =>
  platform === 'youtube' ? [...firstLine(captionLine)].slice(0, 100).join('') : firstLine(captionLine);

const nameOf = ({ videoId, platform, captionLine }: Pick<Planned, 'videoId' | 'platform' | 'captionLine'>): string =>
  `${platform} '${captionLine}' (video ${videoId})`;

function exactlyOnce({ plan, ledger, catalogue }: Evidence, { postsOf, isRefused }: MatchedPosts): Finding {
  const rows = new Map(ledger.targets.map((target) => [`${target.videoId} ${target.platform}`, target]));
  const offenders = plan.flatMap((planned) => {
    const target = rows.get(`${planned.videoId} ${planned.platform}`);
    if (!target) return [`${nameOf(planned)}: has no row`];
    const { state, code } = target;
    const visible = postsOf(target).filter((post) => !isRefused(post)).length;
    if (state === 'posted') return visible === 1 ? [] : [`${nameOf(target)}: posted, but went out ${visible} times`];
    if (state === 'unconfirmed') return [];
    if (!ENDED_WITHOUT_POST.includes(state)) return [`${nameOf(target)}: still ${state} (${code ?? 'no code'})`];
    if (visible > 0) return [`${nameOf(target)}: ${state} ${code}, but went out ${visible} times`];
    return code !== null && catalogue.has(code) ? [] : [`${nameOf(target)}: ${state} with ${code ?? 'no code'}`];
  });
  return {
    rule: 'I1',
    meaning: 'every post went out once, or ended with a code that has a cause',
    checked: plan.length,
    offenders,
  };
}

function neverTwice({ ledger }: Evidence, { posts, isRefused }: MatchedPosts): Finding {
  const visible = posts.filter((post) => !isRefused(post));
  const groups = Map.groupBy(
    visible,
    ({ platform, account, captionLine }) => `${platform} ${account} '${captionLine}'`,
  );
  const doubled = [...groups]
    .filter(([, accepted]) => accepted.length > 1)
    .map(([name, accepted]) => `${name}: ${accepted.map(({ realAt }) => realAt.toISOString()).join(', ')}`);
  const targets = new Map(ledger.targets.map((target) => [target.id, target]));
  const open = ledger.commits.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'failed');
  const begun = [...Map.groupBy(open, ({ targetId }) => targetId)]
    .filter(([, commits]) => commits.length > 1)
    .map(([id, commits]) => `${nameFrom(targets.get(id), id)}: ${commits.length} commits that may have gone out`);
  return {
    rule: 'I2',
    meaning: 'no post was accepted twice',
    checked: posts.length,
    offenders: [...doubled, ...begun],
  };
}

const nameFrom = (target: Target | undefined, id: string): string => (target ? nameOf(target) : `target ${id}`);

function countersAgree({ ledger, journal }: Evidence, { posts, isRefused, postsOf }: MatchedPosts): Finding {
  const posted = new Set(
    ledger.targets.filter((target) => postsOf(target).some((post) => !isRefused(post))).map(({ videoId }) => videoId),
  );
  const entries = ledger.entries.flatMap(({ id, used, quotaState, state }) => {
    if (used !== 0 && used !== 1) return [`entry ${id} (${state}): counts ${used} times`];
    if ((used === 0) !== (quotaState === 'released'))
      return [`entry ${id} (${state}): ${quotaState}, but counts ${used}`];
    return posted.has(id) && used === 0 ? [`entry ${id}: went out, but its quota was released`] : [];
  });
  const accepted = Map.groupBy(posts, ({ platform }) => platform);
  const budgets = [...accepted].flatMap(([platform, of]) => {
    const used = ledger.budgets.filter((row) => row.platform === platform).reduce((sum, row) => sum + row.used, 0);
    return used >= of.length ? [] : [`${platform}: the budget counts ${used} of ${of.length} posts`];
  });
  const files = Map.groupBy(
    deliveredFiles(journal).filter(({ sha256 }) => sha256 !== ''),
    ({ userId, name, sha256 }) => `${name} of user ${userId} (${sha256.slice(0, 8)})`,
  );
  const twice = [...files]
    .filter(([, of]) => of.length > 1)
    .map(([name, of]) => `${name}: delivered ${of.length} times`);
  return {
    rule: 'I3',
    meaning: 'usage, budgets and Drive files agree with the journal',
    checked: ledger.entries.length,
    offenders: [...entries, ...budgets, ...twice],
  };
}

function neverEarly({ plan, ledger }: Evidence, { postsOf, posts }: MatchedPosts): Finding {
  const wanted = new Map(plan.map((planned) => [`${planned.videoId} ${planned.platform}`, planned.dueAt]));
  const offenders = ledger.targets.flatMap((target) => {
    const planned = wanted.get(`${target.videoId} ${target.platform}`);
    const earliest = Math.max(target.dueAt.getTime(), planned?.getTime() ?? 0);
    return postsOf(target)
      .filter(({ at }) => at.getTime() < earliest)
      .map(({ at }) => `${nameOf(target)}: at ${at.toISOString()}, due ${new Date(earliest).toISOString()}`);
  });
  return { rule: 'I4', meaning: 'nothing went out before its time', checked: posts.length, offenders };
}

function nothingStuck({ ledger }: Evidence): Finding {
  // The newest row's time is a lower bound of product time.
  const newest = Math.max(...ledger.targets.map(({ updatedAt }) => updatedAt.getTime()));
  const unobserved = ledger.targets.flatMap((target) => {
    const late = target.nextActionAt && HANDED_OVER.includes(target.state) ? newest - target.nextActionAt.getTime() : 0;
    return late > OBSERVED_WITHIN_MS
      ? [`${nameOf(target)}: ${target.state}, due to be observed ${minutes(late)} ago`]
      : [];
  });
  return {
    rule: 'I5',
    meaning: `no row is leased or committing for longer than its lease and ${GRACE_SECONDS} s, and every post at its platform is observed in time`,
    checked: ledger.targets.length + ledger.jobs.length,
    offenders: [
      ...ledger.leases
        .filter(({ seconds }) => seconds > GRACE_SECONDS)
        .map(
          ({ table, id, state, seconds }) => `${table} ${id}: ${state}, its lease ended ${Math.round(seconds)} s ago`,
        ),
      ...unobserved,
    ],
  };
}

const minutes = (ms: number): string => `${Math.round(ms / 60_000)} min`;

function outboxesEmpty({ ledger }: Evidence): Finding {
  return {
    rule: 'I6',
    meaning: 'every event of every outbox is published',
    checked: ledger.outboxes.length,
    offenders: ledger.outboxes
      .filter(({ behind }) => behind > 0)
      .map((box) => `${box.service}: ${box.behind} rows behind`),
  };
}

function nothingParked({ ledger }: Evidence): Finding {
  return {
    rule: 'I7',
    meaning: 'no event is parked or among the dead letters',
    checked: ledger.outboxes.length,
    offenders: [
      ...ledger.deadLetters.map(({ topic, count }) => `${topic}: ${count}`),
      ...ledger.parked.map(({ service, type, cause }) => `${service} has ${type} parked: ${cause}`),
    ],
  };
}

function shownIsTrue({ plan, ledger }: Evidence, { posts, postsOf, isRefused }: MatchedPosts): Finding {
  const shown = new Map(ledger.shown.map((post) => [`${post.videoId} ${post.platform}`, post.state]));
  const rows = ledger.targets.flatMap((target) => {
    const { state } = target;
    const seen = shown.get(`${target.videoId} ${target.platform}`) ?? 'nothing';
    const visible = postsOf(target).filter((post) => !isRefused(post)).length;
    if (target.ofPartner)
      return (state === 'posted') === (visible === 1) ? [] : [`${nameOf(target)}: ${state}, went out ${visible} times`];
    if (seen !== state) return [`${nameOf(target)}: shown as ${seen}, is ${state}`];
    if (seen === 'posted' && visible === 0) return [`${nameOf(target)}: shown as posted, never went out`];
    if (seen === 'posted' && !postsOf(target).some((post) => post.ids.some((id) => target.ids.includes(id))))
      return [`${nameOf(target)}: its id is ${postsOf(target)[0]?.ids[0]} at the platform and ${target.ids[0]} here`];
    if (seen !== 'posted' && seen !== 'unconfirmed' && visible > 0)
      return [`${nameOf(target)}: went out, shown as ${seen}`];
    return [];
  });
  const requested = new Set(
    [...ledger.targets, ...plan].map((row) => `${row.platform} ${titleOf(row.platform, row.captionLine)}`),
  );
  const unplanned = posts
    .filter((post) => !requested.has(`${post.platform} ${post.captionLine}`))
    .map(({ platform, captionLine: text, ids }) => `${platform} '${text}' (${ids[0]}): was not requested`);
  return {
    rule: 'I8',
    meaning: 'every post shown as posted went out, and every post that went out is shown as posted',
    checked: ledger.shown.length,
    offenders: [...rows, ...unplanned],
  };
}

function nothingUnknown({ ledger, chaos }: Evidence): Finding {
  const unknown = ledger.targets.filter(({ state }) => state === 'unconfirmed');
  return {
    rule: 'I9',
    meaning: chaos ? 'posts may be unconfirmed while chaos is on' : 'no post is unconfirmed',
    checked: unknown.length,
    offenders: chaos ? [] : unknown.map((target) => `${nameOf(target)}: unconfirmed (${target.code})`),
  };
}
