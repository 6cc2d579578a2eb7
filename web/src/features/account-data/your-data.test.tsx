import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../../test/browser.tsx';
import { person } from '../../../test/people.ts';
import type { CurrentUser } from '../../session/current-user.ts';
import { DataDownloadRow } from './data-download-row.tsx';
import { DeleteAccountRow } from './delete-account-row.tsx';
import { dataParts } from './parts.ts';

type Answers = Parameters<typeof stubServer>[0];
const path = (part: string) => `GET /api/account-data/${part}`;
const answer = (part: string) => ({ body: { part, exportedAt: '2026-11-20T16:46:00Z', data: { of: part } } });
const everyPart = (): Answers => Object.fromEntries(dataParts.map(({ part }) => [path(part), answer(part)]));

describe('the download', () => {
  const files: Blob[] = [];
  beforeEach(() => {
    files.length = 0;
    // jsdom cannot save files, so the test keeps the text of the file.
    URL.createObjectURL = (file) => {
      files.push(file as Blob);
      return 'blob:data';
    };
    URL.revokeObjectURL = () => {};
  });
  const read = (file: Blob | undefined) =>
    new Promise<{ missing?: string[]; parts: Record<string, unknown> }>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(JSON.parse(String(reader.result)));
      reader.readAsText(file ?? new Blob(['{}']));
    });
  async function start(answers: Answers) {
    const server = stubServer(answers);
    const view = show(<DataDownloadRow />, '/profile');
    await view.user.click(screen.getByRole('button', { name: 'Download your data' }));
    return { server, ...view };
  }

  test('joins all eight parts into one file', async () => {
    await start(everyPart());
    await waitFor(() => expect(files).toHaveLength(1));
    const file = await read(files[0]);
    expect(Object.keys(file.parts)).toEqual(dataParts.map(({ part }) => part));
    expect(file.parts.posts).toEqual(answer('posts').body);
    expect(file.missing).toBeUndefined();
  });

  test('says which part is being read', async () => {
    await start({ ...everyPart(), [path('videos')]: pending });
    expect(await screen.findByText('Videos: part 4 of 8')).toBeTruthy();
  });

  test('names the failed part, retries only that one, and saves no file before', async () => {
    const { server, user } = await start({ ...everyPart(), [path('drive')]: failure(503, 'UNAVAILABLE', '') });
    expect(await screen.findByText('One part could not be read: Drive folder.')).toBeTruthy();
    expect(files).toEqual([]);
    server.answers[path('drive')] = answer('drive');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(Object.keys((await read(files[0])).parts)).toHaveLength(8);
    expect(server.bodiesOf(path('account'))).toHaveLength(1);
    expect(server.bodiesOf(path('drive'))).toHaveLength(2);
  });

  test('saves an incomplete file on request, which names the missing part', async () => {
    const { user } = await start({ ...everyPart(), [path('posts')]: failure(503, 'UNAVAILABLE', '') });
    await user.click(await screen.findByRole('button', { name: 'Save without' }));
    const file = await read(files[0]);
    expect(file.missing).toEqual(['posts']);
    expect(Object.keys(file.parts)).toHaveLength(7);
  });
});

describe('deleting the account', () => {
  const remove = 'DELETE /api/auth/user';
  async function ask(user: CurrentUser, answers: Answers) {
    const server = stubServer(answers);
    const view = show(<DeleteAccountRow user={user} />, '/profile');
    await view.user.click(screen.getByRole('button', { name: 'Delete account' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete account' }));
    const confirm = () => view.user.click(dialog.getByRole('button', { name: 'Delete account' }));
    return { server, dialog, confirm, ...view };
  }

  test('asks for the password, and opens the receipt', async () => {
    const { server, dialog, confirm, user } = await ask(person('pro'), {
      [remove]: { status: 202, body: { receiptCode: 'abc' } },
    });
    expect(dialog.getByText(/^Your subscription ends now without a refund\./)).toBeTruthy();
    await user.type(dialog.getByLabelText('Password'), 'my password');
    await confirm();
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/data-deletion?receipt=abc'));
    expect(server.bodiesOf(remove)).toEqual([{ password: 'my password' }]);
  });

  test('does nothing without a password, and says when the password is wrong', async () => {
    const { server, dialog, confirm, user } = await ask(person('free'), {
      [remove]: failure(400, 'WRONG_PASSWORD', 'Wrong.'),
    });
    expect(dialog.queryByText(/Your subscription ends now/)).toBeNull();
    await confirm();
    expect(dialog.getByText('Enter your password.')).toBeTruthy();
    expect(server.calls).toEqual([]);
    await user.type(dialog.getByLabelText('Password'), 'not mine');
    await confirm();
    expect(await dialog.findByText('This is not your password.')).toBeTruthy();
  });

  test('asks the owner of a Google account to type a word', async () => {
    const { server, dialog, confirm, user } = await ask(person('free', { hasPassword: false }), {
      [remove]: { status: 202, body: { receiptCode: 'abc' } },
    });
    await user.type(dialog.getByLabelText('Type DELETE to confirm'), 'delete');
    await confirm();
    expect(dialog.getByText('Type DELETE to continue.')).toBeTruthy();
    expect(server.calls).toEqual([]);
    await user.clear(dialog.getByLabelText('Type DELETE to confirm'));
    await user.type(dialog.getByLabelText('Type DELETE to confirm'), 'DELETE');
    await confirm();
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/data-deletion?receipt=abc'));
    expect(server.bodiesOf(remove)).toEqual([{}]);
  });

  test('sends the owner of a Google account to Google when the last sign-in is too old', async () => {
    const { dialog, confirm, user } = await ask(person('free', { hasPassword: false }), {
      [remove]: failure(403, 'SIGN_IN_AGAIN', 'Again.'),
    });
    await user.type(dialog.getByLabelText('Type DELETE to confirm'), 'DELETE');
    await confirm();
    expect(await dialog.findByText('Sign in with Google once more.')).toBeTruthy();
  });

  test('can be cancelled', async () => {
    const { server, dialog, user } = await ask(person('free'), {});
    await user.click(dialog.getByRole('button', { name: 'Keep account' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.calls).toEqual([]);
  });
});
