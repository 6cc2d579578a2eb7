import { expect, test } from '@jest/globals';
import { post, video } from '../../../test/people.ts';
import type { VideoStatus } from '../../content/statuses.ts';
import { settingsOf } from '../../lib/entry-choice.ts';
import { entryWords } from './entry-words.ts';

type Given = Parameters<typeof video>[2];
const next = { step: 'post' as const, at: '2026-11-21T08:00:00Z' };
const moved = { status: { next } };

const wordsOf = (state: VideoStatus['state'], given: Given = {}) => {
  const { status, posts, timeZone } = video('a', state, given);
  const place = { key: 'a', index: 1, date: '2026-11-20', time: '09:00', saved: true, requested: null, why: null };
  return entryWords({ ...place, ...settingsOf(null), status, posts, timeZone });
};

test.each<[VideoStatus['state'], Given, string | undefined, string | null | undefined]>([
  ['planned', {}, undefined, undefined],
  ['paused', {}, 'Paused: over your plan', 'stopped'],
  ['not_covered', {}, 'Will not be posted · needs you', 'stopped'],
  ['making', {}, 'Being made', 'live'],
  ['ready', {}, 'Ready', null],
  ['going_out', {}, 'Going out now', 'live'],
  ['late', {}, 'Late, on its way', 'later'],
  ['moved', moved, 'Goes out Sat, Nov 21, 09:00', 'later'],
  ['delivered', {}, 'In your Drive', 'ok'],
  ['posted', {}, 'Posted', 'ok'],
  ['render_failed', {}, 'Failed · needs you', 'bad'],
  ['missed', {}, 'Missed · needs you', 'bad'],
  ['unconfirmed', {}, 'Unconfirmed · needs you', 'unsure'],
  [
    'partly_posted',
    { posts: [post('youtube', 'posted'), post('tiktok', 'late')], status: { needsOwner: false } },
    'Posted on 1 of 2, the rest is on its way',
    'live',
  ],
  [
    'partly_posted',
    { posts: [post('youtube', 'posted'), post('tiktok', 'moved', moved)], status: { needsOwner: false } },
    'Posted on 1 of 2, the rest goes out Sat, Nov 21, 09:00',
    'later',
  ],
  ['held_back', { posts: [post('tiktok', 'held_back')] }, 'Not posted yet · needs you', 'stopped'],
  [
    'held_back',
    { posts: [post('tiktok', 'held_back')], status: { actions: ['edit'] } },
    'Ready · needs you',
    'stopped',
  ],
  [
    'making',
    { posts: [post('tiktok', 'held_back')], status: { needsOwner: true, actions: ['edit'] } },
    'Being made · needs you',
    'stopped',
  ],
  [
    'going_out',
    { posts: [post('tiktok', 'failed')], status: { needsOwner: true } },
    'Not posted yet · needs you',
    'bad',
  ],
])('the calendar describes an entry that is %s (%#)', (state, given, word, mark) => {
  const words = wordsOf(state, given);
  expect([words?.word, words?.mark]).toEqual([word, mark]);
});
