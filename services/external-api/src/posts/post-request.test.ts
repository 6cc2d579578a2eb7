import { expect, it } from '@jest/globals';
import { readPostRequest } from './post-request.ts';

it.each<[string, Record<string, unknown>]>([
  ['platforms must be a list of: tiktok, youtube, facebook, instagram.', { platforms: 'youtube' }],
  ['platforms must be a list of: tiktok, youtube, facebook, instagram.', { platforms: ['myspace'] }],
  ['title may have 100 characters at most.', { platforms: ['youtube'], title: 'x'.repeat(101) }],
  ["YouTube doesn't take < and > in a title.", { platforms: ['tiktok', 'youtube'], title: 'I <3 dogs' }],
  [
    'YouTube counts an emoji as two characters or more: 100 at most in a title.',
    { platforms: ['youtube'], title: '🎬'.repeat(60) },
  ],
  ['description may have 5,000 characters at most.', { description: 'x'.repeat(5_001) }],
  ['videoUrl must be text.', { videoUrl: 7 }],
  ['Unknown field: foo.', { foo: 1 }],
  ['The body has an unknown field.', { 'sk_live_1\u202e<b>': 1 }],
  ['Unknown field: constructor.', JSON.parse('{"constructor": 1}')],
])('refuses with "%s"', (message, body) => {
  expect(() => readPostRequest(body, true)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED', message }));
});

it('takes a title that only YouTube would refuse, for other platforms', () => {
  for (const title of ['I <3 dogs', '🎬'.repeat(60)]) {
    expect(readPostRequest({ title }, true, 'facebook')).toMatchObject({ title });
    expect(() => readPostRequest({ title }, true, 'youtube')).toThrow(/^YouTube/);
  }
});

it('the route of one platform sets the platform', () => {
  expect(() => readPostRequest({ platforms: ['tiktok'] }, true, 'youtube')).toThrow(/posts to YouTube only/);
});
