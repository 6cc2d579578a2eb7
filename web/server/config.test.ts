/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { loadConfig } from './config.ts';

test('in production the server refuses to send browsers to this machine for videos', () => {
  const live = { ENVIRONMENT: 'production', HTTP_PORT: '8080' };
  const MEDIA_REDIRECT_ORIGIN = 'https://cdn.reelwright.io';
  expect(loadConfig({ ...live, MEDIA_REDIRECT_ORIGIN })).toMatchObject({ MEDIA_REDIRECT_ORIGIN });
  expect(loadConfig(live)).not.toHaveProperty('MEDIA_REDIRECT_ORIGIN');
  for (const wrong of ['http://127.0.0.1:8333', 'https://localhost', 'http://cdn.reelwright.io'])
    expect(() => loadConfig({ ...live, MEDIA_REDIRECT_ORIGIN: wrong })).toThrow('MEDIA_REDIRECT_ORIGIN (it must be');
});
