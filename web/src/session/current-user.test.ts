import { expect, test } from '@jest/globals';
import { failure, stubServer } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import { createQueryClient } from '../app/query-client.ts';
import { currentUserQuery, refreshCurrentUser } from './current-user.ts';

const read = 'GET /api/auth/user';

test.each([
  ['nobody', failure(401, 'SIGNED_OUT', 'Sign in.')],
  ['another person', { body: person('pro', { id: '99' }) }],
])('the conversation is removed when its user changes to %s, not before', async (_who, next) => {
  const server = stubServer({ [read]: failure(401, 'SIGNED_OUT', 'Sign in.') });
  const client = createQueryClient();
  const ask = async () => {
    await refreshCurrentUser(client);
    await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
  };
  localStorage.setItem('reelwright.chat', '{}');
  await ask();
  server.answers[read] = { body: person('free') };
  await ask();
  await ask();
  expect(localStorage.getItem('reelwright.chat')).toBe('{}');
  server.answers[read] = next;
  await ask();
  expect(localStorage.getItem('reelwright.chat')).toBeNull();
  client.clear();
});
