import { expect, it } from '@jest/globals';
import { readPostRequest } from './post-request.ts';

it.each<[string, Record<string, unknown>]>([
  ['platforms must be a list of: tiktok, youtube, facebook, instagram.', { platforms: 'youtube' }],
  ['platforms must be a list of: tiktok, youtube, facebook, instagram.', { platforms: ['myspace'] }],
  ['title may have 100 characters at most.', { platforms: ['youtube'], title: 'x'.repeat(101) }],
  ['description may have 5,000 characters at most.', { description: 'x'.repeat(5_001) }],
  ['videoUrl must be text.', { videoUrl: 7 }],
  ['Unknown field: foo.', { foo: 1 }],
  ['The body has an unknown field.', { 'sk_live_1\u202e<b>': 1 }],
  ['Unknown field: constructor.', JSON.parse('{"constructor": 1}')],
])('refuses with "%s"', (message, body) => {
  expect(() => readPostRequest(body, true)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED', message }));
});

it('the route of one platform sets the platform', () => {
  expect(() => readPostRequest({ platforms: ['tiktok'] }, true, 'youtube')).toThrow(/posts to YouTube only/);
});
