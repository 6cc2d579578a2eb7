import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import { FaqPage } from './faq.tsx';

const user = 'GET /api/auth/user';

test('shows the twelve questions, several answers open at once, and is called FAQ', async () => {
  stubServer({ [user]: { body: person('free') } });
  show(<FaqPage />, '/faq');
  expect(await screen.findByRole('heading', { level: 1, name: 'FAQ' })).toBeTruthy();
  await screen.findByText('Is my data secure?');
  expect(document.title).toMatch(/^FAQ/);
  const all = [...document.querySelectorAll('details')];
  expect(all).toHaveLength(12);
  for (const details of all) {
    // Without a shared name, opening one answer does not close another.
    expect(details.getAttribute('name')).toBeNull();
    expect(details.querySelector('p')?.textContent).toMatch(/\.$/);
  }
});

test('offers the support address as a link and to copy', async () => {
  const written: string[] = [];
  stubServer({ [user]: { body: person('free') } });
  const { user: visitor } = show(<FaqPage />, '/faq');
  const box = within(await screen.findByRole('region', { name: 'Still have a question?' }));
  expect(box.getByRole('link', { name: 'Send an email' }).getAttribute('href')).toBe(
    'mailto:support@reelwright.example',
  );
  const write = jest.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    written.push(text);
  });
  await visitor.click(box.getByRole('button', { name: 'Copy email' }));
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(written).toEqual(['support@reelwright.example']);
  write.mockRejectedValue(new Error('not allowed'));
  await visitor.click(box.getByRole('button', { name: 'Copy email' }));
  expect(await screen.findByText('Not copied')).toBeTruthy();
});

test('keeps what a signed-in person has opened while the session is still being read', async () => {
  let respond = (_answer: { body: unknown }) => {};
  stubServer({ [user]: new Promise((resolve) => (respond = resolve)) as never });
  const { user: visitor } = show(<FaqPage />, '/faq');
  const [, second] = document.querySelectorAll('details');
  await visitor.click(second?.querySelector('summary') as HTMLElement);
  respond({ body: person('free') });
  await waitFor(() => expect(screen.queryByText('Loading the questions...')).toBeNull());
  expect([second?.isConnected, second?.open]).toEqual([true, true]);
  expect(second?.closest('.for-signed-in')).toBeNull();
});

test('requires a session: shows a guest a placeholder, and sends visitors to the login page', async () => {
  const server = stubServer({ [user]: pending });
  const { unmount } = show(<FaqPage />, '/faq');
  expect(screen.getByText('Loading the questions...').closest('.for-guest')).not.toBeNull();
  // The style of this class hides them from who is not signed in.
  for (const details of document.querySelectorAll('details')) {
    expect(details.closest('.for-signed-in')).not.toBeNull();
  }
  unmount();
  server.answers[user] = failure(401, 'SIGNED_OUT', 'Sign in.');
  show(<FaqPage />, '/faq');
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toMatch(/^\/auth\/login/));
});
