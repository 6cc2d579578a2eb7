import { describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import { card, open, patch, read, row } from '../../test/profile.tsx';
import { ProfilePage } from './profile.tsx';

test('a visitor without a session sees that, with a link to sign in', async () => {
  stubServer({ [read]: failure(401, 'SIGNED_OUT', 'Sign in.') });
  show(<ProfilePage />, '/profile');
  expect(await screen.findByRole('heading', { name: 'Not Authenticated' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/login');
});

test('an account that did not load has a retry button', async () => {
  const server = stubServer({ [read]: failure(503, 'PLAN_UNKNOWN', 'Later.') });
  const { user } = show(<ProfilePage />, '/profile');
  await screen.findByText('Your account did not load');
  server.answers[read] = { body: person('free') };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Personal information' })).toBeTruthy();
});

test('a text shows that the account loads', () => {
  stubServer({ [read]: pending });
  show(<ProfilePage />, '/profile');
  expect(screen.getByText('Loading your profile...')).toBeTruthy();
});

describe('personal information', () => {
  test('shows the known values, and Not set for the others', async () => {
    await open(person('free', { firstName: null, lastName: null }));
    const info = card('Personal information');
    expect(info.getAllByText('Not set')).toHaveLength(2);
    expect(info.getByText('giulia@example.com')).toBeTruthy();
    expect(info.getByText('August 1, 2026')).toBeTruthy();
  });

  test('saves new names, and does not change the e-mail address', async () => {
    const { server, user } = await open(person('free'), { [patch]: { body: {} } });
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const info = card('Personal information');
    expect(row('Email').getByText('giulia@example.com')).toBeTruthy();
    expect(info.queryByLabelText('Email')).toBeNull();
    await user.clear(info.getByLabelText('First name'));
    await user.type(info.getByLabelText('First name'), 'Ada ');
    await user.click(info.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Profile Updated')).toBeTruthy();
    expect(server.bodiesOf(patch)).toEqual([{ firstName: 'Ada', lastName: 'Ferri' }]);
    expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
  });

  test('refuses a name with invisible characters, and says so beside it', async () => {
    const { server, user } = await open(person('free'));
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText('Last name'), '\u202e');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByLabelText('Last name').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).toBeNull();
    expect(server.bodiesOf('PATCH /api/auth/user')).toEqual([]);
  });

  test('takes no name while one is saved, and after a failure the focus is back in the field', async () => {
    const saving = Promise.withResolvers<{ status: number }>();
    const { user } = await open(person('free'), { [patch]: saving.promise });
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText('First name'), 'x{Enter}');
    const save = await screen.findByRole('button', { name: 'Saving...' });
    for (const name of ['First name', 'Last name'])
      expect(screen.getByLabelText(name).closest('[inert]')).not.toBeNull();
    expect(document.activeElement).toBe(save);
    saving.resolve({ status: 503 });
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeTruthy();
    expect(screen.getByLabelText('First name').closest('[inert]')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('First name'));
  });

  test('that may be saved although no answer came is read again, and what was typed stays', async () => {
    const { server, user } = await open(person('free'), { [patch]: failure(504, 'TIMED_OUT', '') });
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText('First name'), 'x');
    server.answers[read] = { body: person('free', { firstName: 'Giuliax' }) };
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('We do not know yet whether your name was changed.')).toBeTruthy();
    await waitFor(() => expect(server.bodiesOf(read)).toHaveLength(2));
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Giuliax');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(card('Personal information').getByText('Giuliax')).toBeTruthy();
  });

  test('keeps what was typed when it could not be saved, and drops it on Cancel', async () => {
    const { user } = await open(person('free'), { [patch]: failure(503, 'UNAVAILABLE', '') });
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText('First name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Giuliax');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(card('Personal information').getByText('Giulia')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
  });
});

describe('the photo', () => {
  const put = 'PUT /api/auth/user/photo';
  const url = '/api/profile-photos/AAAAAAAAAAAAAAAAAAAAAA';
  const jpeg = () => new File(['jpeg'], 'me.jpg', { type: 'image/jpeg' });
  const images = () => [...document.querySelectorAll<HTMLImageElement>('.avatar img')].map((image) => image.src);

  test('is the initial without a photo, and also for a Google photo, which is on another site', async () => {
    await open(person('free', { profileImageUrl: 'https://lh3.googleusercontent.com/a/x' }));
    expect(images()).toEqual([]);
    const info = card('Personal information');
    expect(info.getByText('G')).toBeTruthy();
    expect(info.queryByRole('button', { name: 'Remove' })).toBeNull();
  });

  test('is sent as an image, shown during the upload, and then in the header too', async () => {
    let answer: (reply: { body: unknown }) => void = () => {};
    const { server, user } = await open(person('free'), {
      [put]: () => new Promise((resolve) => (answer = resolve)) as never,
    });
    await user.upload(screen.getByLabelText('Photo'), jpeg());
    expect(await screen.findByText('Saving...')).toBeTruthy();
    await waitFor(() => expect(images()).toEqual([expect.stringMatching(/^data:image\/jpeg;base64,/)]));
    expect((server.bodiesOf(put)[0] as Blob).type).toBe('image/jpeg');
    answer({ body: { profileImageUrl: url } });
    expect(await screen.findByText('Your new photo is saved.')).toBeTruthy();
    await waitFor(() => expect(images().map((src) => new URL(src).pathname)).toEqual([url, url]));
    expect(server.bodiesOf(read)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Change photo' })).toBeTruthy();
  });

  test('that is refused shows why, and the previous one stays', async () => {
    const message = 'You can upload 10 photos an hour. Please try again in 12 minutes.';
    const { user } = await open(person('free', { profileImageUrl: url }), {
      [put]: failure(429, 'TOO_MANY_PHOTOS', message),
    });
    await user.upload(screen.getByLabelText('Photo'), jpeg());
    expect(await screen.findByText(`Your photo was not changed. ${message}`)).toBeTruthy();
    await waitFor(() => expect(images().every((src) => src.endsWith(url))).toBe(true));
  });

  test('that the browser cannot draw is not sent if it is too large or no photo', async () => {
    const { server, user } = await open(person('free'));
    const large = new File([new Uint8Array(1024 * 1024 + 1)], 'me.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('Photo'), large);
    expect(await screen.findByText(/larger than 1 MB/)).toBeTruthy();
    expect(server.bodiesOf(put)).toEqual([]);
  });

  test('is removed, and the focus moves to the remaining button', async () => {
    const remove = 'DELETE /api/auth/user/photo';
    const { server, user } = await open(person('free', { profileImageUrl: url }), {
      [remove]: failure(503, 'UNAVAILABLE', 'Not now.'),
    });
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Your photo was not removed. Not now.')).toBeTruthy();
    server.answers[remove] = { body: { profileImageUrl: null } };
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Your photo is removed.')).toBeTruthy();
    expect(images()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add photo' }));
  });

  test('that may be removed although no answer came is read again', async () => {
    const { server, user } = await open(person('free', { profileImageUrl: url }), {
      'DELETE /api/auth/user/photo': failure(502, 'BAD_GATEWAY', ''),
    });
    server.answers[read] = { body: person('free') };
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('We do not know yet whether your photo was removed.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Add photo' })).toBeTruthy();
    expect(images()).toEqual([]);
  });

  test('cannot be changed while it is being removed', async () => {
    const { user } = await open(person('free', { profileImageUrl: url }), { 'DELETE /api/auth/user/photo': pending });
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Removing...');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change photo' }).disabled).toBe(true);
  });

  test('that does not load is replaced by the initial', async () => {
    await open(person('free', { profileImageUrl: url }));
    for (const image of document.querySelectorAll('.avatar img')) fireEvent.error(image);
    expect(card('Personal information').getByText('G')).toBeTruthy();
  });
});

describe('API access', () => {
  const status = 'GET /api/api-key-status';
  const generate = 'POST /api/generate-api-key';
  const kept = { hasKey: true, createdAt: '2026-10-01T10:00:00Z', lastUsedAt: null, prefix: 'rw_ab12' };

  test('a first key is created at once, and shown once to be copied', async () => {
    const { server, user } = await open(person('pro'), { [generate]: { body: { apiKey: 'rw_ab12_secret' } } });
    server.answers[status] = { body: kept };
    await user.click(await screen.findByRole('button', { name: 'Create API key' }));
    const shown = within(await screen.findByRole('dialog', { name: 'API Key Generated' }));
    expect(shown.getByLabelText<HTMLTextAreaElement>('Your API key').value).toBe('rw_ab12_secret');
    await user.click(shown.getByRole('button', { name: 'Copy' }));
    expect(await shown.findByText('Copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('rw_ab12_secret');
    await user.click(shown.getByRole('button', { name: 'Done' }));
    expect(document.body.textContent).not.toContain('rw_ab12_secret');
    expect(await card('API access').findByText('rw_ab12…')).toBeTruthy();
    expect(card('API access').getByText('Never')).toBeTruthy();
  });

  test('an existing key is replaced only after a confirmation', async () => {
    const { server, user } = await open(person('pro'), {
      [status]: { body: kept },
      [generate]: failure(503, 'UNAVAILABLE', ''),
    });
    await user.click(await screen.findByRole('button', { name: 'Create a new key' }));
    expect(server.bodiesOf(generate)).toEqual([]);
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText(/stops working immediately/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Create a new key' }));
    expect(await screen.findByText('Failed to generate API key')).toBeTruthy();
  });

  test('a key is revoked after a confirmation', async () => {
    const { user } = await open(person('pro'), {
      [status]: { body: kept },
      'DELETE /api/revoke-api-key': { status: 200 },
    });
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('API Key Revoked')).toBeTruthy();
  });

  test('a key that could not be revoked stays, with the cause', async () => {
    const { user } = await open(person('pro'), {
      [status]: { body: kept },
      'DELETE /api/revoke-api-key': failure(503, 'UNAVAILABLE', 'Please try again in a moment.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Failed to revoke API key')).toBeTruthy();
    expect(screen.getByText('Please try again in a moment.')).toBeTruthy();
    expect(card('API access').getByText('rw_ab12…')).toBeTruthy();
  });

  test('shows when its state could not be read', async () => {
    await open(person('pro'), { [status]: failure(503, 'UNAVAILABLE', '') });
    expect(await screen.findByText('Your API key did not load')).toBeTruthy();
  });
});

describe('signing in', () => {
  test('with a first password that may be set although no answer came is read again', async () => {
    const { server, user } = await open(person('free', { hasPassword: false }), {
      'POST /api/auth/password/change': failure(504, 'TIMED_OUT', ''),
    });
    await user.click(screen.getByRole('button', { name: 'Set a password' }));
    server.answers[read] = { body: person('free', { hasPassword: true }) };
    await user.type(screen.getByLabelText('New password'), 'new password{Enter}');
    await waitFor(() => expect(server.bodiesOf(read)).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Change password' })).toBeTruthy();
  });

  test('shows whether Google is linked, and links it', async () => {
    await open(person('free'));
    expect(row('Google sign-in').getByText('Not linked')).toBeTruthy();
    expect(row('Google sign-in').getByRole('link', { name: 'Link Google' }).getAttribute('href')).toBe(
      '/api/auth/google',
    );
  });

  test('says that Google is linked', async () => {
    await open(person('free', { googleLinked: true }));
    expect(row('Google sign-in').getByText('Linked')).toBeTruthy();
  });

  test('signs out, which removes the conversation', async () => {
    const { user } = await open(person('free'));
    const link = card('Account Actions').getByRole('link', { name: 'Sign Out' });
    expect(link.getAttribute('href')).toBe('/api/auth/logout');
    localStorage.setItem('reelwright.chat', '{}');
    await user.click(link);
    expect(localStorage.getItem('reelwright.chat')).toBeNull();
  });
});

describe('e-mails', () => {
  const kinds = [
    ['posts', 'mailPostProblems'],
    ['payments', 'mailPaymentProblems'],
    ['connections', 'mailConnectionEnds'],
  ] as const;

  test.each(kinds)('about %s are switched off, and the others stay', async (about, name) => {
    const { server, user } = await open(person('free'), { [patch]: { body: {} } });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: `E-mails about ${about}` });
    expect(box.checked).toBe(true);
    server.answers[read] = { body: person('free', { [name]: false }) };
    await user.click(box);
    expect(await screen.findByText(`You will get no more e-mails about ${about}.`)).toBeTruthy();
    expect(server.bodiesOf(patch)).toEqual([{ [name]: false }]);
    await waitFor(() => expect(box.checked).toBe(false));
    const others = screen.getAllByRole<HTMLInputElement>('switch').filter((other) => other !== box);
    expect(others.map(({ checked }) => checked)).toEqual([true, true]);
  });

  test('are shown as chosen at once, before the server answers', async () => {
    const { server } = await open(person('free'), { [patch]: { body: {} } });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'E-mails about posts' });
    server.answers[read] = { body: person('free', { mailPostProblems: false }) };
    fireEvent.click(box);
    expect(box.checked).toBe(false);
    expect(await screen.findByText('You will get no more e-mails about posts.')).toBeTruthy();
    expect(box.checked).toBe(false);
  });

  test('are switched on by keyboard, and the switch keeps the focus', async () => {
    const { server, user } = await open(person('free', { mailPostProblems: false }), { [patch]: { body: {} } });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'E-mails about posts' });
    server.answers[read] = { body: person('free') };
    box.focus();
    await user.keyboard(' ');
    expect(await screen.findByText('You will get e-mails about posts.')).toBeTruthy();
    expect(server.bodiesOf(patch)).toEqual([{ mailPostProblems: true }]);
    expect(document.activeElement).toBe(box);
  });

  test('stay as they were when the change fails', async () => {
    const { user } = await open(person('free'), {
      [patch]: failure(503, 'UNAVAILABLE', 'Please try again in a moment.'),
    });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'E-mails about connections' });
    await user.click(box);
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeTruthy();
    expect(box.checked).toBe(true);
  });

  test('are what the link in an e-mail leads to', async () => {
    // jsdom has no layout, and so no scrolling.
    const scroll = jest.fn();
    Object.assign(Element.prototype, { scrollIntoView: scroll });
    window.location.hash = '#e-mails';
    await open(person('free'));
    const section = await screen.findByRole('region', { name: 'E-mails' });
    expect(scroll.mock.contexts).toEqual([section]);
    window.location.hash = '';
  });

  test('are not offered if the installation sends no mail', async () => {
    const { server } = await open(person('free'), { 'GET /api/auth/options': { body: { passwordReset: false } } });
    await waitFor(() => expect(server.bodiesOf('GET /api/auth/options')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'E-mails' })).toBeNull();
  });
});
