import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { failure, show, stubServer } from '../../../test/browser.tsx';
import { person } from '../../../test/people.ts';
import { PasswordRow } from './password-row.tsx';

const change = 'POST /api/auth/password/change';
type Answers = Parameters<typeof stubServer>[0];

async function open(answers: Answers, hasPassword = true) {
  const server = stubServer(answers);
  const view = show(<PasswordRow user={person('free', { hasPassword })} />, '/profile');
  await view.user.click(screen.getByRole('button', { name: hasPassword ? 'Change password' : 'Set a password' }));
  const fill = async (current: string | null, next: string) => {
    if (current !== null) await view.user.type(screen.getByLabelText('Current password'), current);
    await view.user.type(screen.getByLabelText('New password'), next);
    await view.user.click(screen.getByRole('button', { name: 'Save password' }));
  };
  return { server, fill, ...view };
}

describe('changing the password', () => {
  test('asks for the current one, and says that other devices are signed out', async () => {
    const { server, fill } = await open({ [change]: { status: 200 } });
    await fill('old password', 'new password');
    expect(await screen.findByText('Password Changed')).toBeTruthy();
    expect(server.bodiesOf(change)).toEqual([{ currentPassword: 'old password', newPassword: 'new password' }]);
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  test('moves the focus to its first field, and back to the button', async () => {
    const { user } = await open({});
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' }));
  });

  test('shows its rules before anything is sent, and has the autocomplete names for password managers', async () => {
    await open({});
    expect(screen.getByText(/At least 8 characters, 128 at most/)).toBeTruthy();
    expect(screen.getByLabelText('Current password').getAttribute('autocomplete')).toBe('current-password');
    expect(screen.getByLabelText('New password').getAttribute('autocomplete')).toBe('new-password');
  });

  test('does not send a password that is too short, counted in characters', async () => {
    const { server, fill } = await open({});
    // Four characters, eight UTF-16 units.
    await fill('old password', '🐟🐟🐟🐟');
    expect(screen.getByText('Use at least 8 characters.')).toBeTruthy();
    expect(server.calls).toEqual([]);
  });

  test.each([
    ['WRONG_PASSWORD', 'Current password', 'This is not your current password.'],
    ['PASSWORD_COMMON', 'New password', /easy to guess/],
    ['PASSWORD_TOO_LONG', 'New password', 'Use at most 128 characters.'],
    ['TOO_MANY_ATTEMPTS', 'New password', 'Too many attempts. Wait a minute.'],
  ])('shows %s beside its field', async (code, field, words) => {
    const { fill } = await open({ [change]: failure(400, code, 'Too many attempts. Wait a minute.') });
    await fill('old password', 'new password');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByLabelText(field).getAttribute('aria-invalid')).toBe('true');
  });
});

test('while it is saved nothing can be typed, and after a failure the focus is back in the field', async () => {
  const saving = Promise.withResolvers<{ status: number }>();
  const { user } = await open({ [change]: saving.promise });
  await user.type(screen.getByLabelText('Current password'), 'old password');
  await user.type(screen.getByLabelText('New password'), 'new password{Enter}');
  const save = await screen.findByRole('button', { name: 'Saving...' });
  for (const label of ['Current password', 'New password'])
    expect(screen.getByLabelText(label).closest('[inert]')).not.toBeNull();
  expect(document.activeElement).toBe(save);
  expect(save.closest('[inert]')).toBeNull();
  saving.resolve({ status: 503 });
  await screen.findByRole('button', { name: 'Save password' });
  expect(screen.getByLabelText('New password').closest('[inert]')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
});

describe('setting a first password', () => {
  test('asks for no current one', async () => {
    const { server, fill } = await open({ [change]: { status: 200 } }, false);
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await fill(null, 'new password');
    expect(await screen.findByText('Password Set')).toBeTruthy();
    expect(server.bodiesOf(change)).toEqual([{ newPassword: 'new password' }]);
  });

  test('sends the user to Google first when the last sign-in is too old', async () => {
    const { fill } = await open({ [change]: failure(403, 'SIGN_IN_AGAIN', 'Sign in again.') }, false);
    await fill(null, 'new password');
    expect(await screen.findByText('Sign in with Google once more.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Continue with Google' }).getAttribute('href')).toBe('/api/auth/google');
  });
});
