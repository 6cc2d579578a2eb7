import { renditionOf } from './rendition.ts';

const video = { variation: 0, media_variation: null, failed_variation: null, media_key: null, media_url: null };
const made = (media_variation: number) => ({ media_variation, media_key: `videos/${media_variation}.mp4` });

test.each([
  ['waits for the first render', {}, { variation: 0, state: 'waited_for' }],
  ['uses the first render', made(0), { variation: 0, state: 'ready' }],
  ['fails with the first render', { failed_variation: 0 }, { variation: 0, state: 'failed' }],
  ['waits for a new render', { variation: 1, ...made(0) }, { variation: 1, state: 'waited_for' }],
  ['uses the new render', { variation: 1, ...made(1) }, { variation: 1, state: 'ready' }],
  [
    'keeps the earlier render after a failure',
    { variation: 1, failed_variation: 1, ...made(0) },
    { variation: 0, state: 'ready' },
  ],
  [
    'waits for the newest of several',
    { variation: 2, failed_variation: 1, ...made(0) },
    { variation: 2, state: 'waited_for' },
  ],
  [
    'uses a render that was made after an earlier failure',
    { variation: 1, failed_variation: 0, ...made(1) },
    { variation: 1, state: 'ready' },
  ],
] as const)('%s', (_name, change, rendition) => expect(renditionOf({ ...video, ...change })).toEqual(rendition));
