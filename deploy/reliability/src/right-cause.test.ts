import type { JournalEntry } from './journal.ts';
import type { Ledger, Target } from './ledger.ts';
import { rightCauses } from './right-cause.ts';

const due = new Date('2026-12-01T09:00:00Z');
const later = (minutes: number) => new Date(due.getTime() + minutes * 60_000);
const ada = { userId: '7', name: 'ada', email: 'ada@example.com' };

function entry(change: Partial<JournalEntry>): JournalEntry {
  const at = later(1).toISOString();
  return { at, realAt: at, provider: 'tiktok', act: 'fault', account: '', id: 'refusal', ...change };
}

const published = (minutes: number) =>
  entry({ act: 'post-published', id: 'pub1', account: 'ada', caption: 'Reel one', at: later(minutes).toISOString() });

/** The problem with the cause of one TikTok post, if there is one. */
function complaint(change: Partial<Target>, journal: JournalEntry[]): string | undefined {
  const target: Target = {
    id: 't1',
    videoId: 'v1',
    userId: '7',
    platform: 'tiktok',
    state: 'failed',
    code: null,
    dueAt: due,
    nextActionAt: null,
    captionLine: 'Reel one',
    ids: ['pub1'],
    committedAt: due,
    updatedAt: later(5),
    ...change,
  };
  const ledger = { targets: [target], commits: [] } as unknown as Ledger;
  const plan = [{ videoId: 'v1', platform: target.platform, captionLine: 'Reel one' }];
  return rightCauses({ plan, journal, ledger, catalogue: new Set(), chaos: true }, [ada]).offenders[0];
}

describe('the cause of a post', () => {
  it('is a revoked consent only if that person’s consent was revoked', () => {
    const lost = { state: 'no_connection', code: 'RECONNECT_NEEDED' };
    const ended = (account: string, minutes = 1) =>
      entry({ act: 'grant-revoked', account, at: later(minutes).toISOString() });
    expect(complaint(lost, [ended('ada')])).toBeUndefined();
    expect(complaint(lost, [ended('nico')])).toContain('no consent had ended');
    expect(complaint(lost, [ended('ada', 6)])).toContain('no consent had ended');
    const unseen = { state: 'unconfirmed', code: 'LOOK_NEEDS_RECONNECT' };
    expect(complaint(unseen, [ended('ada')])).toBeUndefined();
    expect(complaint(unseen, [ended('nico')])).toContain('no consent had ended');
    const facebook = { ...lost, platform: 'facebook' as const, code: 'ACCESS_REMOVED' };
    const taken = entry({ provider: 'facebook', act: 'grant-revoked', account: 'ada' });
    expect(complaint(facebook, [taken])).toBeUndefined();
    expect(complaint(facebook, [])).toContain('no consent had ended');
    const google = entry({ provider: 'google', act: 'grant-revoked', account: '1101', key: ada.email });
    expect(complaint({ ...lost, platform: 'youtube' }, [google])).toBeUndefined();
  });

  it('is a refusal only if that very post was refused', () => {
    const blocked = { code: 'BLOCKED' };
    expect(complaint(blocked, [entry({ key: 'pub1' })])).toBeUndefined();
    expect(complaint(blocked, [entry({ key: 'pub2' })])).toContain('no fault hit pub1');
  });

  it('is a fault of the platform only if the platform had it while the post was tried', () => {
    const limited = { code: 'RATE_LIMITED' };
    expect(complaint(limited, [entry({ id: 'rate429' })])).toBeUndefined();
    expect(complaint(limited, [entry({ id: 'error5xx' })])).toContain('no such fault');
    expect(complaint(limited, [entry({ id: 'rate429', provider: 'facebook' })])).toContain('no such fault');
  });

  it('is never a code without a fault that explains it', () => {
    expect(complaint({ code: 'REQUEST_REFUSED' }, [entry({ key: 'pub1' })])).toContain('no fault explains');
    expect(complaint({ code: null }, [])).toContain('no fault explains');
  });

  it('is POSTED_LATE for posts that went out late and for no others', () => {
    expect(complaint({ state: 'posted' }, [published(1)])).toBeUndefined();
    expect(complaint({ state: 'posted', code: 'POSTED_LATE' }, [published(15)])).toBeUndefined();
    expect(complaint({ state: 'posted', code: 'POSTED_LATE' }, [published(1)])).toContain('1.0 min after its time');
    expect(complaint({ state: 'posted' }, [published(15)])).toContain('15.0 min after its time');
    expect(complaint({ state: 'posted', code: 'RATE_LIMITED' }, [published(1)])).toContain('it went out');
  });
});
