import type { JournalEntry } from './journal.ts';
import { differencesFromSaved } from './outage-view.ts';
import type { Planned } from './verdict.ts';

const at = '2026-12-01T09:00:00.000Z';
const saved = (captionLine: string): Planned => ({ videoId: 'v1', platform: 'tiktok', captionLine });
const out = (caption: string): JournalEntry => ({
  at,
  realAt: at,
  provider: 'tiktok',
  act: 'post-published',
  account: 'a',
  id: caption,
  caption,
});

it('finds nothing when the posts are as saved, and ignores a partner’s', () => {
  expect(differencesFromSaved([saved('One')], [out('One\nmore'), out('Partner of Ada')])).toEqual([]);
});

it.each([
  [
    'a post with its old caption',
    [saved('New')],
    [out('Old')],
    ["'New': 1 posts were saved, 0 went out", "'Old': 0 posts were saved, 1 went out"],
  ],
  ['a post of a removed entry', [], [out('Gone')], ["'Gone': 0 posts were saved, 1 went out"]],
  ['a second post', [saved('One')], [out('One'), out('One')], ["'One': 1 posts were saved, 2 went out"]],
])('names %s', (_what, plan, journal, named) => {
  expect(differencesFromSaved(plan, journal)).toEqual(named);
});
