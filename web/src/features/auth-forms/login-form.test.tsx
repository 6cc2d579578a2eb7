import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { failure, show, stubServer } from '../../../test/browser.tsx';
import { storageKeys } from '../../lib/browser-storage.ts';
import { takeMessage } from '../../lib/kept-message.ts';
import { ForgottenPasswordForm } from './forgotten-password-form.tsx';
import { LoginForm } from './login-form.tsx';
import { SignupForm } from './signup-form.tsx';

const login = 'POST /api/auth/login';

/** Fails like a request whose connection is lost before the answer. */
const noAnswer = () => {
  throw new TypeError('Failed to fetch');
};

async function signIn(user: ReturnType<typeof show>['user']) {
  await user.type(screen.getByLabelText('Email'), 'giulia@example.com');
  await user.type(screen.getByLabelText('Password'), 'a password');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

describe('signing in', () => {
  test('opens the start page, which shows a greeting', async () => {
    const server = stubServer({ [login]: { body: { id: 1 } } });
    const { user } = show(<LoginForm />, '/auth/login');
    await signIn(user);
    // jsdom cannot load another page; until the browser has, the button stays busy.
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeTruthy();
    expect(takeMessage()).toEqual({ title: 'Welcome back!' });
    expect(server.bodiesOf(login)).toEqual([{ email: 'giulia@example.com', password: 'a password' }]);
  });

  test('keeps what was typed and says why when the password is wrong', async () => {
    stubServer({ [login]: failure(401, 'INVALID_CREDENTIALS', 'Invalid credentials. Please try again.') });
    const { user } = show(<LoginForm />, '/auth/login');
    await signIn(user);
    expect(await screen.findByText('Login failed')).toBeTruthy();
    expect(screen.getAllByText('Invalid credentials. Please try again.')).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('giulia@example.com');
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  });

  test('does not call the password wrong when no answer arrives', async () => {
    stubServer({ [login]: noAnswer });
    const { user } = show(<LoginForm />, '/auth/login');
    await signIn(user);
    expect(await screen.findByText('We got no answer. Please try again.')).toBeTruthy();
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
  });

  test('asks for a valid e-mail address before asking the server', async () => {
    const server = stubServer({});
    const { user } = show(<LoginForm />, '/auth/login');
    await user.type(screen.getByLabelText('Email'), 'giulia');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(screen.getByText('Enter a valid e-mail address.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(server.bodiesOf(login)).toEqual([]);
  });

  test('can show the password', async () => {
    stubServer({});
    const { user } = show(<LoginForm />, '/auth/login');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text');
  });

  test("shows the error of Google's redirect once", async () => {
    stubServer({});
    show(<LoginForm />, '/auth/login?error=google&reason=GOOGLE_LINK_NEEDS_PASSWORD&message=Call%20us');
    expect(await screen.findByText(/Sign in with your password to link Google/)).toBeTruthy();
    expect(screen.queryByText(/Call us/)).toBeNull();
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/auth/login'));
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  });

  test('names the account whose password links Google, and fills in its address', async () => {
    stubServer({ 'GET /api/auth/google/link': { body: { email: 'giulia@example.com' } } });
    const { user } = show(<LoginForm />, '/auth/login?error=google&reason=GOOGLE_LINK_NEEDS_PASSWORD');
    expect(await screen.findByText(/giulia@example.com has an account with a password/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('giulia@example.com');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/auth/login'));
    await user.clear(screen.getByLabelText('Email'));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
  });

  test('does not read that account unless the browser comes from Google', async () => {
    const server = stubServer({ 'GET /api/auth/options': { body: { passwordReset: false } } });
    show(<LoginForm />, '/auth/login?error=google&reason=GOOGLE_FAILED');
    await waitFor(() => expect(server.calls).toHaveLength(1));
  });

  test.each([
    ['GOOGLE_CANCELLED', 'Google sign-in was cancelled.'],
    ['GOOGLE_EMAIL_UNVERIFIED', 'Google has not verified your e-mail address.'],
    ['GOOGLE_UNAVAILABLE', 'Google is not responding.'],
    ['GOOGLE_FAILED', 'Google sign-in did not work.'],
    ['constructor', 'Google sign-in did not work.'],
  ])('shows its own text for the Google error %s', (reason, words) => {
    stubServer({});
    show(<LoginForm />, `/auth/login?error=google&reason=${reason}`);
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('has the start page say that it linked Google', async () => {
    stubServer({ [login]: { body: { id: 1, googleLinked: true } } });
    const { user } = show(<LoginForm />, '/auth/login');
    await signIn(user);
    await waitFor(() => expect(takeMessage()?.text).toMatch(/Google is linked/));
  });

  test('offers to reset the password only if the installation sends mail', async () => {
    stubServer({ 'GET /api/auth/options': { body: { passwordReset: true } } });
    const { unmount } = show(<LoginForm />, '/auth/login');
    const link = await screen.findByRole('link', { name: 'Forgot password?' });
    expect(link.getAttribute('href')).toBe('/auth/forgotten-password');
    unmount();
    const server = stubServer({ 'GET /api/auth/options': { body: { passwordReset: false } } });
    show(<LoginForm />, '/auth/login');
    await waitFor(() => expect(server.calls).toHaveLength(1));
    expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull();
  });

  test('offers to reset the password while it is unknown whether mail is sent', async () => {
    stubServer({ 'GET /api/auth/options': failure(503, 'SERVICE_UNAVAILABLE', 'Restarting.') });
    show(<LoginForm />, '/auth/login');
    expect(await screen.findByRole('link', { name: 'Forgot password?' })).toBeTruthy();
  });

  test('allows password managers and pasting', async () => {
    stubServer({});
    const { user } = show(<LoginForm />, '/auth/login');
    expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username');
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
    await user.click(screen.getByLabelText('Password'));
    await user.paste('pasted password');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('pasted password');
  });
});

describe('signing up', () => {
  const signup = 'POST /api/auth/signup';
  async function signUp(password: string, answer: Parameters<typeof stubServer>[0][string] = { body: {} }) {
    const server = stubServer({ [signup]: answer });
    const { user } = show(<SignupForm />, '/auth/signup');
    expect(screen.getByText(/At least 8 characters, 128 at most/)).toBeTruthy();
    await user.type(screen.getByLabelText('First name'), 'Giulia');
    await user.type(screen.getByLabelText('Last name'), 'Ferri');
    await user.type(screen.getByLabelText('Email'), 'giulia@example.com');
    await user.click(screen.getByLabelText('Password'));
    await user.paste(password);
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    return server;
  }

  test.each([
    ['short', 'Use at least 8 characters.'],
    ['x'.repeat(129), 'Use at most 128 characters.'],
  ])('does not send %s', async (password, words) => {
    const server = await signUp(password);
    expect(screen.getByText(words)).toBeTruthy();
    expect(server.calls).toEqual([]);
  });

  test('refuses a name with invisible characters', async () => {
    const server = stubServer({});
    const { user } = show(<SignupForm />, '/auth/signup');
    await user.type(screen.getByLabelText('First name'), 'Giu\u202elia');
    await user.type(screen.getByLabelText('Email'), 'x,1@example.com');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(screen.getByText(/characters that cannot be seen/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('First name'));
    expect(screen.getByText('Enter your last name.')).toBeTruthy();
    expect(screen.getByText('Enter a valid e-mail address.')).toBeTruthy();
    expect(server.calls).toEqual([]);
  });

  test('has the start page say that the account was created, and lead to the first video', async () => {
    await signUp('a good password');
    const message = { title: 'Account created!', text: 'Now make your first video.' };
    await waitFor(() => expect(takeMessage()).toEqual(message));
    expect(localStorage.getItem(storageKeys.noVideo)).toBe('1');
  });

  test('does not speak of a first video to who had an account', async () => {
    await signUp('a good password', { body: { isNew: false } });
    const message = { title: 'You already had an account. You are signed in.' };
    await waitFor(() => expect(takeMessage()).toEqual(message));
    expect(localStorage.getItem(storageKeys.noVideo)).toBeNull();
  });

  test('asks to try again after a failure without a reason', async () => {
    await signUp('a good password', failure(500, 'INTERNAL', ''));
    expect(await screen.findByText('Signup failed')).toBeTruthy();
    expect(screen.getAllByText('Failed to create account. Please try again.').length).toBeGreaterThan(0);
  });

  test('says why the account was not created, and marks no valid field', async () => {
    await signUp('a good password', failure(503, 'SIGN_IN_BUSY', 'Too many people sign in right now.'));
    expect(await screen.findByText('Signup failed')).toBeTruthy();
    expect(screen.getAllByText('Too many people sign in right now.')).toHaveLength(1);
    for (const label of ['First name', 'Last name', 'Email', 'Password']) {
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBeNull();
    }
  });

  test.each([
    ['the gateway', failure(504, 'SERVICE_TIMEOUT', 'A part of Reelwright took too long. Please try again.')],
    ['a service that stopped', failure(502, 'OUTCOME_UNKNOWN', 'Your change may have been made.')],
    ['nobody', noAnswer],
  ])('does not say that no account was created after an answer by %s', async (_who, answer) => {
    await signUp('a good password', answer);
    expect(await screen.findByText('We do not know yet whether your account was created.')).toBeTruthy();
    expect(screen.getByText('Try again with the same password.')).toBeTruthy();
    expect(screen.queryByText('Signup failed')).toBeNull();
    expect(screen.queryByText(/Please try again/)).toBeNull();
  });

  test('signs in with the password of an existing account, and says so', async () => {
    await signUp('a good password', { body: { id: '1', isNew: false } });
    const title = 'You already had an account. You are signed in.';
    await waitFor(() => expect(takeMessage()).toEqual({ title }));
  });

  test('says when a name is too long, counted as the server does, and never cuts it', async () => {
    const server = stubServer({});
    const { user } = show(<SignupForm />, '/auth/signup');
    const name = screen.getByLabelText<HTMLInputElement>('First name');
    expect(name.maxLength).toBe(-1);
    await user.click(name);
    await user.paste('𝒢'.repeat(101));
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(name.value).toBe('𝒢'.repeat(101));
    expect(screen.getByText('Write at most 100 characters; these are 101.')).toBeTruthy();
    await user.clear(name);
    await user.paste('𝒢'.repeat(100));
    expect(screen.queryByText(/Write at most/)).toBeNull();
    expect(server.calls).toEqual([]);
  });

  test.each([
    ['INVALID_FIRST_NAME', 'First name'],
    ['INVALID_LAST_NAME', 'Last name'],
    ['INVALID_EMAIL', 'Email'],
  ])('shows %s beside its field', async (code, label) => {
    await signUp('a good password', failure(400, code, 'Not this one.'));
    await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
  });

  test('shows beside the password why it was refused', async () => {
    await signUp('password1', failure(400, 'PASSWORD_COMMON', 'Common.'));
    expect((await screen.findAllByText(/easy to guess/)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  });
});

test('signing up with a taken address shows that beside the address', async () => {
  stubServer({ 'POST /api/auth/signup': failure(409, 'EMAIL_TAKEN', 'This e-mail already has an account.') });
  const { user } = show(<SignupForm />, '/auth/signup');
  await user.type(screen.getByLabelText('First name'), 'Giulia');
  await user.type(screen.getByLabelText('Last name'), 'Ferri');
  await user.type(screen.getByLabelText('Email'), 'giulia@example.com');
  await user.type(screen.getByLabelText('Password'), 'a password');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(await screen.findByText('Signup failed')).toBeTruthy();
  expect(screen.getAllByText(/An account with this e-mail address already exists/)).toHaveLength(1);
  expect(screen.queryByText('This e-mail already has an account.')).toBeNull();
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('a password');
});

const forms: Record<string, () => ReactNode> = {
  '/auth/login': () => <LoginForm />,
  '/auth/signup': () => <SignupForm />,
  '/auth/forgotten-password': () => <ForgottenPasswordForm />,
};
/** Renders the form of the current address. */
const Forms = () => forms[useLocation().pathname]?.();

describe('the typed e-mail address is passed on, but not in the URL', () => {
  const emailThere = () => screen.getByLabelText<HTMLInputElement>('Email').value;

  test('from a sign-up with a taken address to the login page', async () => {
    stubServer({ 'POST /api/auth/signup': failure(409, 'EMAIL_TAKEN', 'Taken.') });
    const { user } = show(<Forms />, '/auth/signup', '*');
    await user.type(screen.getByLabelText('First name'), 'Giulia');
    await user.type(screen.getByLabelText('Last name'), 'Ferri');
    await user.type(screen.getByLabelText('Email'), 'giulia@example.com');
    await user.type(screen.getByLabelText('Password'), 'a password');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await user.click(await screen.findByRole('link', { name: 'Sign in with it' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/auth/login'));
    expect(emailThere()).toBe('giulia@example.com');
  });

  test('from the login page to the forgotten-password page', async () => {
    stubServer({ 'GET /api/auth/options': { body: { passwordReset: true } } });
    const { user } = show(<Forms />, '/auth/login', '*');
    await user.type(screen.getByLabelText('Email'), 'giulia@example.com');
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/auth/forgotten-password'));
    expect(emailThere()).toBe('giulia@example.com');
  });
});
