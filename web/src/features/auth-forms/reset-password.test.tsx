import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { failure, show, stubServer } from '../../../test/browser.tsx';
import { ForgottenPasswordForm } from './forgotten-password-form.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

const options = 'GET /api/auth/options';
const forgotten = 'POST /api/auth/password/forgotten';
const reset = 'POST /api/auth/password/reset';

describe('a forgotten password', () => {
  async function ask(answer: Parameters<typeof stubServer>[0][string]) {
    const server = stubServer({ [options]: { body: { passwordReset: true } }, [forgotten]: answer });
    const { user } = show(<ForgottenPasswordForm />, '/auth/forgotten-password');
    await user.type(screen.getByLabelText('Email'), ' ada@example.com ');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    return { server, user };
  }

  test('is answered the same way whether or not there is an account', async () => {
    const { server, user } = await ask({ status: 200 });
    expect(
      await screen.findByText(/If ada@example.com has an account, we have sent it an e-mail with a link/),
    ).toBeTruthy();
    expect(server.bodiesOf(forgotten)).toEqual([{ email: 'ada@example.com' }]);
    await user.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(screen.getByRole('button', { name: 'Send the link' })).toBeTruthy();
  });

  test('says when too many mails were requested', async () => {
    await ask(failure(429, 'TOO_MANY_ATTEMPTS', 'Please wait a minute.'));
    expect(await screen.findByText('Please wait a minute.')).toBeTruthy();
  });

  test('says when no mail can be sent', async () => {
    await ask(failure(404, 'PASSWORD_RESET_OFF', 'Off.'));
    expect(await screen.findByText('E-mail is not set up here.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeTruthy();
  });

  test('asks for an address before asking the server', async () => {
    const server = stubServer({ [options]: { body: { passwordReset: true } } });
    const { user } = show(<ForgottenPasswordForm />, '/auth/forgotten-password');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(screen.getByText('Enter a valid e-mail address.')).toBeTruthy();
    expect(server.bodiesOf(forgotten)).toEqual([]);
  });
});

describe('the link of the mail', () => {
  async function choose(answer: Parameters<typeof stubServer>[0][string], password = 'a new password') {
    const server = stubServer({ [reset]: answer });
    const view = show(<ResetPasswordForm />, '/auth/reset-password#token=secret-token');
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/auth/reset-password'));
    await view.user.type(screen.getByLabelText('New password'), password);
    await view.user.click(screen.getByRole('button', { name: 'Save new password' }));
    return server;
  }

  test('disappears from the address at once, sets the password and opens the login page', async () => {
    const server = await choose({ status: 200 });
    expect(await screen.findByText('Password Changed')).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/auth/login'));
    expect(server.bodiesOf(reset)).toEqual([{ token: 'secret-token', password: 'a new password' }]);
  });

  test('leads to a new one when it is used up', async () => {
    await choose(failure(400, 'RESET_LINK_INVALID', 'No.'));
    expect(await screen.findByText('This link no longer works.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
      '/auth/forgotten-password',
    );
  });

  test('refuses a common password, and can be used for another one', async () => {
    await choose(failure(400, 'PASSWORD_COMMON', 'No.'));
    expect(await screen.findByText(/easy to guess/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save new password' })).toBeTruthy();
  });

  test('replaces a used one that was opened in the same tab', async () => {
    const server = stubServer({ [reset]: failure(400, 'RESET_LINK_INVALID', 'No.') });
    const page = (
      <>
        <Link to="/auth/reset-password#token=newer">The newer mail</Link>
        <ResetPasswordForm />
      </>
    );
    const { user } = show(page, '/auth/reset-password#token=older');
    const save = async () => {
      await user.type(screen.getByLabelText('New password'), 'a new password');
      await user.click(screen.getByRole('button', { name: 'Save new password' }));
    };
    await save();
    await screen.findByText('This link no longer works.');
    await user.click(screen.getByRole('link', { name: 'The newer mail' }));
    expect((await screen.findByLabelText<HTMLInputElement>('New password')).value).toBe('');
    expect(screen.getByLabelText('Address').textContent).toBe('/auth/reset-password');
    server.answers[reset] = { status: 200 };
    await save();
    expect(await screen.findByText('Password Changed')).toBeTruthy();
    expect(server.bodiesOf(reset)).toEqual([
      { token: 'older', password: 'a new password' },
      { token: 'newer', password: 'a new password' },
    ]);
  });

  test('has to be opened again after a reload, and is not called used', () => {
    stubServer({});
    show(<ResetPasswordForm />, '/auth/reset-password');
    expect(screen.getByText('Open the link in the e-mail again.')).toBeTruthy();
    expect(screen.queryByText('This link no longer works.')).toBeNull();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
  });
});
