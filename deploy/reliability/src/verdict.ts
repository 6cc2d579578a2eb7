import { endedWithoutPostStates, handedOverStates, type Platform } from '@reelwright/product';
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

/** One post that was asked for. */
export interface Planned {
  readonly videoId: string;
  readonly platform: Platform;
  /** First line of the entry's caption, unlike every other entry's. */
  readonly words: string;
  /** The instant the calendar shows. */
  readonly dueAt?: Date;
}

export interface Evidence {
  readonly plan: readonly Planned[];
  readonly journal: readonly JournalEntry[];
  readonly ledger: Ledger;
  /** Codes that have a cause and a fix in plain words. */
  readonly catalogue: ReadonlySet<string>;
  /** The providers' switches were on, so that a post's end may be one nobody can know. */
  readonly chaos: boolean;
}

export type Rule = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10';

/** What one invariant came to. */
export interface Finding {
  readonly rule: Rule;
  readonly meaning: string;
  /** How many rows were looked at. */
  readonly looked: number;
  /** Each row that breaks it, named. */
  readonly offenders: readonly string[];
}

/** A lease may be over for this long before its row counts as stuck. */
const GRACE_SECONDS = 60;
/** Product time after which a look at a post that was handed over counts as never coming, however fresh its lease is. */
const LOOK_WITHIN_MS = 30 * 60_000;
const HANDED_OVER: readonly string[] = handedOverStates;
const ENDED_WITHOUT_POST: readonly string[] = endedWithoutPostStates;

/** Compares what was planned, what the ledger says and what the providers did. Pure: the same evidence, the same verdict. */
export function judge(evidence: Evidence): Finding[] {
  const known = connect(evidence);
  return [
    exactlyOnce(evidence, known),
    neverTwice(evidence, known),
    countersAgree(evidence, known),
    neverEarly(evidence, known),
    nothingStuck(evidence),
    outboxesPassed(evidence),
    nothingBuried(evidence),
    shownIsTrue(evidence, known),
    nothingUnknown(evidence),
  ];
}

/** Prints the findings. @returns whether all hold */
export function tell(findings: readonly Finding[], say: (line: string) => void): boolean {
  for (const { rule, meaning, looked, offenders } of findings) {
    say(`${offenders.length === 0 ? 'holds ' : 'BROKEN'}  ${rule}  ${meaning} (${looked} looked at)`);
    for (const offender of offenders) say(`            ${offender}`);
  }
  return findings.every(({ offenders }) => offenders.length === 0);
}

/** Which accepted posts belong to which row. */
interface Connected {
  readonly posts: readonly AcceptedPost[];
  readonly faults: readonly Fault[];
  postsOf(target: Pick<Target, 'platform' | 'words'>): readonly AcceptedPost[];
  /** The platform took it and then refused it itself: it was never seen. */
  isRefused(post: AcceptedPost): boolean;
}

export function connect({ journal }: Pick<Evidence, 'journal'>): Connected {
  const posts = acceptedPosts(journal);
  const faults = faultsIn(journal);
  // TikTok and YouTube show a post before they refuse it, so the journal has it. Facebook refuses in its review and Instagram
  // at its door: there the journal leaves out what was refused.
  const refusals = faults.filter(({ provider, kind }) => kind === 'refusal' && ['tiktok', 'google'].includes(provider));
  const refused = new Set(refusals.map(({ about }) => about));
  const byWords = Map.groupBy(posts, ({ platform, words }) => `${platform} ${words}`);
  return {
    posts,
    faults,
    postsOf: ({ platform, words }) => byWords.get(`${platform} ${titleOf(platform, words)}`) ?? [],
    isRefused: ({ ids }) => ids.some((id) => refused.has(id)),
  };
}

/** YouTube's titles hold 100 characters. */
const titleOf = (platform: Platform, words: string): string =>
  platform === 'youtube' ? [...firstLine(words)].slice(0, 100).join('') : firstLine(words);

const nameOf = ({ videoId, platform, words }: Pick<Planned, 'videoId' | 'platform' | 'words'>): string =>
  `${platform} '${words}' (video ${videoId})`;

function exactlyOnce({ plan, ledger, catalogue }: Evidence, { postsOf, isRefused }: Connected): Finding {
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
    meaning: 'every target is posted once, or ended with a cause of the catalogue',
    looked: plan.length,
    offenders,
  };
}

function neverTwice({ ledger }: Evidence, { posts, isRefused }: Connected): Finding {
  const visible = posts.filter((post) => !isRefused(post));
  const groups = Map.groupBy(visible, ({ platform, account, words }) => `${platform} ${account} '${words}'`);
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
    looked: posts.length,
    offenders: [...doubled, ...begun],
  };
}

const nameFrom = (target: Target | undefined, id: string): string => (target ? nameOf(target) : `target ${id}`);

function countersAgree({ ledger, journal }: Evidence, { posts, isRefused, postsOf }: Connected): Finding {
  const went = new Set(
    ledger.targets.filter((target) => postsOf(target).some((post) => !isRefused(post))).map(({ videoId }) => videoId),
  );
  const entries = ledger.entries.flatMap(({ id, used, quotaState, state }) => {
    if (used !== 0 && used !== 1) return [`entry ${id} (${state}): counts ${used} times`];
    if ((used === 0) !== (quotaState === 'released'))
      return [`entry ${id} (${state}): ${quotaState}, but counts ${used}`];
    return went.has(id) && used === 0 ? [`entry ${id}: went out, but was given back`] : [];
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
    meaning: 'usage, budgets and Drive files agree with what happened',
    looked: ledger.entries.length,
    offenders: [...entries, ...budgets, ...twice],
  };
}

function neverEarly({ plan, ledger }: Evidence, { postsOf, posts }: Connected): Finding {
  const wanted = new Map(plan.map((planned) => [`${planned.videoId} ${planned.platform}`, planned.dueAt]));
  const offenders = ledger.targets.flatMap((target) => {
    const planned = wanted.get(`${target.videoId} ${target.platform}`);
    const earliest = Math.max(target.dueAt.getTime(), planned?.getTime() ?? 0);
    return postsOf(target)
      .filter(({ at }) => at.getTime() < earliest)
      .map(({ at }) => `${nameOf(target)}: at ${at.toISOString()}, due ${new Date(earliest).toISOString()}`);
  });
  return { rule: 'I4', meaning: 'nothing went out before its time', looked: posts.length, offenders };
}

function nothingStuck({ ledger }: Evidence): Finding {
  // Product time is at least as far on as the newest row says.
  const newest = Math.max(...ledger.targets.map(({ updatedAt }) => updatedAt.getTime()));
  const unseen = ledger.targets.flatMap((target) => {
    const late = target.nextActionAt && HANDED_OVER.includes(target.state) ? newest - target.nextActionAt.getTime() : 0;
    return late > LOOK_WITHIN_MS ? [`${nameOf(target)}: ${target.state}, to be looked at ${minutes(late)} ago`] : [];
  });
  return {
    rule: 'I5',
    meaning: `no row is leased or committing for longer than its lease and ${GRACE_SECONDS} s, and every look comes`,
    looked: ledger.targets.length + ledger.jobs.length,
    offenders: [
      ...ledger.leases
        .filter(({ seconds }) => seconds > GRACE_SECONDS)
        .map(
          ({ table, id, state, seconds }) => `${table} ${id}: ${state}, its lease is over for ${Math.round(seconds)} s`,
        ),
      ...unseen,
    ],
  };
}

const minutes = (ms: number): string => `${Math.round(ms / 60_000)} min`;

function outboxesPassed({ ledger }: Evidence): Finding {
  return {
    rule: 'I6',
    meaning: 'every event has left its outbox',
    looked: ledger.outboxes.length,
    offenders: ledger.outboxes
      .filter(({ behind }) => behind > 0)
      .map((box) => `${box.service}: ${box.behind} rows behind`),
  };
}

function nothingBuried({ ledger }: Evidence): Finding {
  return {
    rule: 'I7',
    meaning: 'no event is parked or among the dead letters',
    looked: ledger.outboxes.length,
    offenders: [
      ...ledger.deadLetters.map(({ topic, count }) => `${topic}: ${count}`),
      ...ledger.parked.map(({ service, type, cause }) => `${service} waits with ${type}: ${cause}`),
    ],
  };
}

function shownIsTrue({ plan, ledger }: Evidence, { posts, postsOf, isRefused }: Connected): Finding {
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
      return [`${nameOf(target)}: the platform knows it as ${postsOf(target)[0]?.ids[0]}, we as ${target.ids[0]}`];
    if (seen !== 'posted' && seen !== 'unconfirmed' && visible > 0)
      return [`${nameOf(target)}: went out, shown as ${seen}`];
    return [];
  });
  const words = new Set(
    [...ledger.targets, ...plan].map((row) => `${row.platform} ${titleOf(row.platform, row.words)}`),
  );
  const unplanned = posts
    .filter((post) => !words.has(`${post.platform} ${post.words}`))
    .map(({ platform, words: text, ids }) => `${platform} '${text}' (${ids[0]}): nobody asked for it`);
  return {
    rule: 'I8',
    meaning: 'what is shown as posted went out, and the other way round',
    looked: ledger.shown.length,
    offenders: [...rows, ...unplanned],
  };
}

function nothingUnknown({ ledger, chaos }: Evidence): Finding {
  const unknown = ledger.targets.filter(({ state }) => state === 'unconfirmed');
  return {
    rule: 'I9',
    meaning: chaos ? 'unconfirmed posts are told, and nothing else waits for a person' : 'no post is unconfirmed',
    looked: unknown.length,
    offenders: chaos ? [] : unknown.map((target) => `${nameOf(target)}: unconfirmed (${target.code})`),
  };
}
