import type { JournalEntry } from './journal.ts';
import type { Ledger, Target } from './ledger.ts';
import { type Evidence, judge, type Planned, printFindings, type Rule } from './verdict.ts';

const due = new Date('2026-12-01T09:00:00Z');
const later = (seconds: number) => new Date(due.getTime() + seconds * 1000);

function target(change: Partial<Target> = {}): Target {
  return {
    id: 't1',
    videoId: 'v1',
    userId: '7',
    platform: 'tiktok',
    state: 'posted',
    code: null,
    dueAt: due,
    nextActionAt: null,
    captionLine: 'Reel one',
    ids: ['pub1'],
    committedAt: later(1),
    updatedAt: later(2),
    ...change,
  };
}

function published(change: Partial<JournalEntry> = {}): JournalEntry {
  return {
    at: later(1).toISOString(),
    realAt: later(1).toISOString(),
    provider: 'tiktok',
    act: 'post-published',
    account: 'acc',
    id: 'pub1',
    caption: 'Reel one\nmade with care',
    ...change,
  };
}

/** A run without faults, with some of its rows replaced. */
function evidence(change: {
  targets?: Target[];
  journal?: JournalEntry[];
  ledger?: Partial<Ledger>;
  chaos?: boolean;
}): Evidence {
  const { targets = [target()], journal = [published()], ledger = {}, chaos = true } = change;
  const planned: Planned = { videoId: 'v1', platform: 'tiktok', captionLine: 'Reel one', dueAt: due };
  return {
    plan: [planned],
    journal,
    chaos,
    catalogue: new Set(['RECONNECT_NEEDED', 'BLOCKED', 'OUTCOME_UNKNOWN']),
    ledger: {
      targets,
      commits: [{ targetId: 't1', ids: ['pub1'], outcome: 'posted' }],
      entries: [{ id: 'v1', userId: '7', state: 'requested', quotaState: 'committed', publishAt: due, used: 1 }],
      connections: [],
      shown: targets.map(({ videoId, platform, state }) => ({ videoId, platform, state })),
      jobs: [],
      budgets: [{ platform: 'tiktok', used: 1 }],
      outboxes: [{ service: 'publishing', behind: 0 }],
      parked: [],
      deadLetters: [],
      leases: [],
      ...ledger,
    },
  };
}

/** The broken invariants, each with its lines. */
function broken(given: Evidence): Partial<Record<Rule, readonly string[]>> {
  const findings = judge(given).filter(({ offenders }) => offenders.length > 0);
  return Object.fromEntries(findings.map(({ rule, offenders }) => [rule, offenders]));
}

describe('the verdict', () => {
  it('passes a run in which every post went out once, at its time', () => {
    expect(broken(evidence({}))).toEqual({});
  });

  it('names a post that was accepted twice', () => {
    const found = broken(
      evidence({ journal: [published(), published({ id: 'pub2', realAt: later(9).toISOString() })] }),
    );
    expect(found.I1).toEqual(["tiktok 'Reel one' (video v1): posted, but went out 2 times"]);
    expect(found.I2).toHaveLength(1);
  });

  it('names two commits of one target that may both have gone out', () => {
    const commit = { targetId: 't1', ids: ['pub1'], outcome: 'unknown' };
    expect(broken(evidence({ ledger: { commits: [commit, commit] } }))).toEqual({
      I2: ["tiktok 'Reel one' (video v1): 2 commits that may have gone out"],
    });
  });

  it('names a planned post without a row, and one that never ended', () => {
    expect(broken(evidence({ targets: [], journal: [] })).I1).toEqual(["tiktok 'Reel one' (video v1): has no row"]);
    const stuck = evidence({ targets: [target({ state: 'staged' })], journal: [] });
    expect(broken(stuck).I1).toEqual(["tiktok 'Reel one' (video v1): still staged (no code)"]);
  });

  it('names a post that is shown as posted and that no platform has', () => {
    const found = broken(evidence({ journal: [] }));
    expect(found.I1).toEqual(["tiktok 'Reel one' (video v1): posted, but went out 0 times"]);
    expect(found.I8).toEqual(["tiktok 'Reel one' (video v1): shown as posted, never went out"]);
  });

  it('names a post that went out but is shown as failed', () => {
    const found = broken(evidence({ targets: [target({ state: 'failed', code: 'BLOCKED' })] }));
    expect(found.I1).toEqual(["tiktok 'Reel one' (video v1): failed BLOCKED, but went out 1 times"]);
    expect(found.I8).toEqual(["tiktok 'Reel one' (video v1): went out, shown as failed"]);
  });

  it('does not count a post that the platform accepted and then refused', () => {
    const refusal: JournalEntry = { ...published(), act: 'fault', id: 'refusal', key: 'pub1' };
    const given = evidence({
      targets: [target({ state: 'failed', code: 'BLOCKED' })],
      journal: [published(), refusal],
    });
    expect(broken(given)).toEqual({});
  });

  it('names a post that ended with a code without a cause', () => {
    const failed = (code: string | null) =>
      broken(evidence({ targets: [target({ state: 'failed', code })], journal: [] })).I1;
    expect(failed('RECONNECT_NEEDED')).toBeUndefined();
    expect(failed('SOMETHING_ELSE')).toHaveLength(1);
    expect(failed(null)).toHaveLength(1);
  });

  it('names a post that went out before its time', () => {
    const found = broken(evidence({ journal: [published({ at: later(-1).toISOString() })] }));
    expect(found).toEqual({
      I4: ["tiktok 'Reel one' (video v1): at 2026-12-01T08:59:59.000Z, due 2026-12-01T09:00:00.000Z"],
    });
  });

  it('names a post that was not requested', () => {
    const stray = published({ id: 'pub9', caption: 'Somebody else’s' });
    expect(broken(evidence({ journal: [published(), stray] })).I8).toEqual([
      "tiktok 'Somebody else’s' (pub9): was not requested",
    ]);
  });

  it('matches a YouTube post by the first 100 characters of its title', () => {
    const captionLine = 'w'.repeat(120);
    const youtube = target({ platform: 'youtube', captionLine });
    const journal = [published({ provider: 'google', caption: undefined as never, key: 'w'.repeat(100) })];
    const given = evidence({ targets: [youtube], journal, ledger: { budgets: [{ platform: 'youtube', used: 1 }] } });
    expect(broken({ ...given, plan: [{ videoId: 'v1', platform: 'youtube', captionLine }] })).toEqual({});
  });

  it('names a row whose lease ended more than a minute ago', () => {
    const lease = { table: 'posts', id: 't1', state: 'going_out' };
    expect(broken(evidence({ ledger: { leases: [{ ...lease, seconds: 59 }] } }))).toEqual({});
    expect(broken(evidence({ ledger: { leases: [{ ...lease, seconds: 61 }] } }))).toEqual({
      I5: ['posts t1: going_out, its lease ended 61 s ago'],
    });
  });

  it('names a post that is never observed although its row is claimed again and again', () => {
    const asked = { state: 'processing', nextActionAt: later(60), updatedAt: later(60) };
    const other = target({ id: 't2', videoId: 'v2', captionLine: 'Reel two', updatedAt: later(31 * 60 + 60) });
    const found = (change: object) => broken(evidence({ targets: [target({ ...asked, ...change }), other] })).I5;
    expect(found({})).toEqual(["tiktok 'Reel one' (video v1): processing, due to be observed 31 min ago"]);
    expect(found({ nextActionAt: later(120) })).toBeUndefined();
    expect(found({ nextActionAt: null })).toBeUndefined();
  });

  it('names a video that counts twice, one released although it went out, and one delivered twice', () => {
    const entry = { id: 'v1', userId: '7', state: 'requested', quotaState: 'committed', publishAt: due, used: 2 };
    expect(broken(evidence({ ledger: { entries: [entry] } })).I3).toEqual(['entry v1 (requested): counts 2 times']);
    const back = { ...entry, quotaState: 'released', used: 0 };
    expect(broken(evidence({ ledger: { entries: [back] } })).I3).toEqual([
      'entry v1: went out, but its quota was released',
    ]);
    const file = {
      ...published({ provider: 'google', act: 'file-created', key: 'one.mp4', sha256: 'abcdef0123' }),
      detail: { appProperties: { userId: '7' } },
    };
    expect(broken(evidence({ journal: [published(), file, file] })).I3).toEqual([
      'one.mp4 of user 7 (abcdef01): delivered 2 times',
    ]);
  });

  it('names events that are not published, parked events and dead letters', () => {
    const given = evidence({
      ledger: {
        outboxes: [{ service: 'billing', behind: 3 }],
        deadLetters: [{ topic: 'reelwright.auth.user.v1.dlq.billing', count: 1 }],
        parked: [{ service: 'drive', type: 'VideoGenerated', cause: 'away' }],
      },
    });
    expect(broken(given)).toEqual({
      I6: ['billing: 3 rows behind'],
      I7: ['reelwright.auth.user.v1.dlq.billing: 1', 'drive has VideoGenerated parked: away'],
    });
  });

  it('allows an unconfirmed post only when chaos was on', () => {
    const targets = [target({ state: 'unconfirmed', code: 'OUTCOME_UNKNOWN' })];
    expect(broken(evidence({ targets, chaos: true }))).toEqual({});
    expect(broken(evidence({ targets, chaos: false }))).toEqual({
      I9: ["tiktok 'Reel one' (video v1): unconfirmed (OUTCOME_UNKNOWN)"],
    });
  });

  it('prints each invariant in a line, and below it the rows that break it', () => {
    const lines: string[] = [];
    expect(printFindings(judge(evidence({})), (line) => lines.push(line))).toBe(true);
    expect(lines).toHaveLength(9);
    expect(printFindings(judge(evidence({ journal: [] })), (line) => lines.push(line))).toBe(false);
    expect(lines).toContain("            tiktok 'Reel one' (video v1): shown as posted, never went out");
  });
});
