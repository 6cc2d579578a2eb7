import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { DataDeletionPage } from './data-deletion.tsx';

const receipt = 'GET /api/account-deletions/abc';
const meta = 'GET /api/meta/data-deletion/c0de';
type Answers = Parameters<typeof stubServer>[0];

function open(search: string, answers: Answers) {
  const server = stubServer({ 'GET /api/auth/user': failure(401, 'SIGNED_OUT', 'Sign in.'), ...answers });
  return { server, ...show(<DataDeletionPage />, `/data-deletion${search}`) };
}
const files = { kind: 'video_file', count: 12, text: '12 video files' };
const folders = { kind: 'drive_folder', count: 0, text: '0 Drive folders' };
const deletion = (finishedAt: string | null) => ({
  requestedAt: '2026-11-20T16:46:00Z',
  finishedAt,
  parts: [
    { service: 'generation', finishedAt: '2026-11-20T16:50:00Z', erased: [files] },
    { service: 'drive', finishedAt, erased: [folders] },
  ],
});

test('explains how to have data deleted, what is deleted and how long it takes', () => {
  open('', {});
  const mail = screen.getByRole('link', { name: /@/ });
  expect(mail.getAttribute('href')).toContain('subject=Data%20Deletion%20Request');
  for (const thing of [
    'Name',
    'Email',
    'Picture',
    'Social connections',
    'Preferences',
    'Generated videos',
    'Upload history',
    'Scheduling preferences',
    'Usage logs',
  ]) {
    expect(screen.getByText(thing)).toBeTruthy();
  }
  expect(screen.getByText(/Facebook user ID/)).toBeTruthy();
  expect(screen.getByText(/within 30 days/)).toBeTruthy();
});

describe('the receipt of a deleted account', () => {
  test('shows that it loads', () => {
    open('?receipt=abc', { [receipt]: pending });
    expect(screen.getByText('Loading the receipt...')).toBeTruthy();
  });

  test('says that it does not exist', async () => {
    open('?receipt=abc', { [receipt]: failure(404, 'RECEIPT_NOT_FOUND', 'No.') });
    expect(await screen.findByText('There is no such receipt.')).toBeTruthy();
  });

  test('has a retry button when it did not load', async () => {
    const { server, user } = open('?receipt=abc', { [receipt]: failure(503, 'UNAVAILABLE', 'No.') });
    await screen.findByText('The receipt did not load');
    server.answers[receipt] = { body: deletion(null) };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Your account is being deleted' })).toBeTruthy();
  });

  test('shows the finished and the pending parts', async () => {
    open('?receipt=abc', { [receipt]: { body: deletion(null) } });
    await screen.findByRole('region', { name: 'Your account is being deleted' });
    expect(screen.getByText('12 video files')).toBeTruthy();
    expect(screen.getByText('Being erased...')).toBeTruthy();
  });

  test('lists the erased data when it is finished', async () => {
    open('?receipt=abc', { [receipt]: { body: deletion('2026-11-20T16:52:00Z') } });
    await screen.findByRole('region', { name: 'Your account was deleted' });
    expect(screen.getByText('Nothing was kept here.')).toBeTruthy();
    expect(screen.getByText(/Keep this address/)).toBeTruthy();
  });

  test("shows the service's texts in its order, without what is not there", async () => {
    const erased = [
      { kind: 'user_record', count: 2, text: '2 records of you' },
      { kind: 'page_view_kept_without_name', count: 0, text: '0 page views, kept without a name' },
      { kind: 'calendar_entry', count: 1, text: '1 calendar entry' },
    ];
    const parts = [{ service: 'analytics', finishedAt: '2026-11-20T16:50:00Z', erased }];
    open('?receipt=abc', { [receipt]: { body: { ...deletion(null), parts } } });
    const things = await screen.findAllByText(/record|page view|entry/);
    expect(things.map(({ textContent }) => textContent)).toEqual(['2 records of you', '1 calendar entry']);
  });

  test('can be opened again by its address, and shows no deletion instructions', async () => {
    const { user } = open('?receipt=abc', { [receipt]: { body: deletion(null) } });
    await user.click(await screen.findByRole('button', { name: 'Copy address' }));
    expect(await screen.findByText('Copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/data-deletion?receipt=abc`);
    expect(screen.queryByText(/How to have everything/)).toBeNull();
    expect(screen.queryByRole('heading', { name: 'In your account' })).toBeNull();
  });
});

describe("a deletion asked for in Facebook's settings", () => {
  test('shows that it is pending', async () => {
    const body = { state: 'in_progress', message: 'The data is being deleted.', requestedAt: '2026-11-20T16:46:00Z' };
    open('?code=c0de', { [meta]: { body } });
    expect(await screen.findByText('Your data is being deleted.')).toBeTruthy();
  });

  test('says what was deleted when it is finished', async () => {
    const body = { state: 'completed', message: 'Reelwright held nothing.', requestedAt: '2026-11-20T16:46:00Z' };
    open('?code=c0de', { [meta]: { body } });
    expect(await screen.findByText('Your data was deleted.')).toBeTruthy();
    expect(screen.getByText(/Reelwright held nothing/)).toBeTruthy();
  });

  test('says that it does not exist or did not load', async () => {
    const { unmount } = open('?code=c0de', { [meta]: failure(404, 'NO_SUCH_REQUEST', 'No.') });
    expect(await screen.findByText('There is no such deletion request.')).toBeTruthy();
    unmount();
    open('?code=c0de', { [meta]: failure(503, 'UNAVAILABLE', 'No.') });
    expect(await screen.findByText('The deletion request did not load')).toBeTruthy();
  });
});
