import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../../test/browser.tsx';
import { person } from '../../../test/people.ts';
import { Rows } from '../../ui/rows.tsx';
import { OwnDriveRow } from './own-drive-row.tsx';

const read = 'GET /api/drive/google';
const leave = 'DELETE /api/drive/google';
const shared = { account: null, waiting: 0, code: null, message: null, fix: null, nextTryAt: null };
const own = { ...shared, account: { email: 'giulia@gmail.example', name: 'Giulia Rossi' } };
const lost = {
  ...own,
  waiting: 2,
  code: 'OWN_DRIVE_ACCESS_LOST',
  message: 'Google no longer lets Reelwright save to your own Drive.',
  fix: 'Press Reconnect on your profile.',
  nextTryAt: '2026-11-20T17:46:00.000Z',
};

function open(answers: Parameters<typeof stubServer>[0], address = '/profile') {
  const server = stubServer({ 'GET /api/auth/user': { body: person('free') }, ...answers });
  const row = (
    <Rows>
      <OwnDriveRow user={person('free')} />
    </Rows>
  );
  return { server, ...show(row, address) };
}
const address = () => screen.getByRole('status', { name: 'Address' }).textContent;

test('without an own Drive it says whose folder is used, and leads to Google', async () => {
  const { server, user } = open({
    [read]: { body: shared },
    'GET /api/drive/google/auth': failure(503, 'UNAVAILABLE', 'Please try again.'),
  });
  expect(await screen.findByText('Reelwright’s folder')).toBeTruthy();
  expect(screen.getByText(/a folder that we share with giulia@example.com/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use my own Drive' }));
  expect(await screen.findByText('Google could not be opened. Please try again.')).toBeTruthy();
  expect(server.bodiesOf('GET /api/drive/google/auth')).toHaveLength(1);
});

test('while Google’s page is asked for, the button is busy and keeps the focus', async () => {
  const { user } = open({ [read]: { body: shared }, 'GET /api/drive/google/auth': pending });
  const button = await screen.findByRole('button', { name: 'Use my own Drive' });
  button.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  expect(document.activeElement).toBe(button);
});

test('with an own Drive it names the account, and asks before it goes back to the shared folder', async () => {
  const { server, user } = open({ [read]: { body: own }, [leave]: { body: { success: true } } });
  expect(await screen.findByText('Your own Drive')).toBeTruthy();
  expect(screen.getByText(/Giulia Rossi \(giulia@gmail.example\)/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use Reelwright’s folder' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Use Reelwright’s folder?' }));
  expect(dialog.getByText(/The videos in it stay there/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(server.bodiesOf(leave)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Use Reelwright’s folder' }));
  server.answers[read] = { body: shared };
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Use Reelwright’s folder' }));
  expect(await screen.findByText('Google Drive Disconnected')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Use my own Drive' })).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  // The pressed button is gone: the focus stays at the row.
  expect(document.activeElement?.textContent).toContain('Reelwright’s folder');
});

test('a disconnect that failed says so, and nothing changes', async () => {
  const { user } = open({ [read]: { body: own }, [leave]: failure(503, 'UNAVAILABLE', 'Please try again later.') });
  await user.click(await screen.findByRole('button', { name: 'Use Reelwright’s folder' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Use Reelwright’s folder' }));
  expect(await screen.findByText('Your Drive could not be disconnected. Please try again.')).toBeTruthy();
  expect(screen.getByText('Your own Drive')).toBeTruthy();
});

test('access that ended is shown with what waits and what to do', async () => {
  const { server, user } = open({ [read]: { body: lost }, 'GET /api/drive/google/auth': pending });
  expect(await screen.findByText('Google no longer lets Reelwright save to your own Drive.')).toBeTruthy();
  expect(screen.getByText(/2 videos wait. Press Reconnect on your profile./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use Reelwright’s folder' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reconnect' }));
  expect(server.bodiesOf('GET /api/drive/google/auth')).toHaveLength(1);
});

test('a full Drive is shown with its fix, without Reconnect', async () => {
  const full = {
    ...lost,
    waiting: 1,
    code: 'OWN_DRIVE_FULL',
    message: 'Your own Google Drive is full.',
    fix: 'Free space.',
  };
  open({ [read]: { body: full } });
  expect(await screen.findByText('Your own Google Drive is full.')).toBeTruthy();
  expect(screen.getByText(/1 video waits. Free space./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
});

test('a return from Google is shown once, in our own words', async () => {
  open({ [read]: { body: own } }, '/profile?connected=drive');
  expect(await screen.findByText('Google Drive Connected')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/profile'));
  await screen.findByText('Your own Drive');
  expect(document.activeElement?.textContent).toContain('Google Drive');
});

test.each([
  ['CONSENT_DENIED', 'You did not allow access on Google Drive.'],
  ['<b>Pay here</b>', 'Google Drive could not be connected.'],
])('a return with %s says why, and what to do', async (reason, text) => {
  open({ [read]: { body: shared } }, `/profile?error=drive&reason=${encodeURIComponent(reason)}`);
  expect(await screen.findByText('Google Drive Connection Failed')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText(/onnect again/)).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/profile'));
});

test('an address of another page’s consent is left alone', async () => {
  open({ [read]: { body: shared } }, '/profile?connected=tiktok');
  await screen.findByText('Reelwright’s folder');
  expect(address()).toBe('/profile?connected=tiktok');
});

test('a row that did not load says that videos are still delivered, and loads again', async () => {
  const { server, user } = open({ [read]: failure(503, 'UNAVAILABLE', 'Later.') });
  await screen.findByText('This did not load. Your videos are still delivered.', {}, { timeout: 15_000 });
  server.answers[read] = { body: own };
  await user.click(screen.getByRole('button', { name: 'Try again to load Google Drive' }));
  expect(await screen.findByText('Your own Drive')).toBeTruthy();
});
