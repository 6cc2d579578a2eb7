import { createObjectStore } from '@reelwright/object-store';
import { redirectTo } from './redirect.ts';

const disk = createObjectStore('file:///media');

it('a process with a folder as its store does not start with MEDIA_REDIRECT_ORIGIN', () => {
  expect(() => redirectTo('https://cdn.example', disk)).toThrow(
    'bad settings: MEDIA_REDIRECT_ORIGIN needs a bucket, and OBJECT_STORE_URL is a folder',
  );
});

it('without MEDIA_REDIRECT_ORIGIN nothing is redirected', () => {
  expect(redirectTo(undefined, disk)).toBeUndefined();
});
