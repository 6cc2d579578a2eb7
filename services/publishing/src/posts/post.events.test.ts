import type { PostTargetRow } from '../database.ts';
import { viewOf } from './post.events.ts';

const target = (change: Partial<PostTargetRow>) =>
  ({ platform: 'tiktok', next_action_at: null, ...change }) as PostTargetRow;

test('what was given up after hours of tries does not promise another', () => {
  for (const code of ['RATE_LIMITED', 'PROVIDER_ERROR', 'SESSION_LOST'] as const) {
    expect(viewOf(target({ state: 'staging', code })).fix).toBe('Nothing to do. We try again automatically.');
    expect(viewOf(target({ state: 'failed', code })).fix).toBe(
      'We tried for 6 hours; press Post again if it should still go out.',
    );
  }
});

test('what ended for another reason keeps its own way out', () => {
  expect(viewOf(target({ state: 'failed', code: 'BLOCKED' })).fix).toMatch(/plan a new entry/);
  expect(viewOf(target({ state: 'failed', code: 'ACCESS_REMOVED' })).fix).toMatch(/^Press Reconnect/);
});
