import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  callApi,
  eventually,
  newVisitor,
  openBrowser,
  sandbox,
  signIn,
  signUp,
  step,
  type Visitor,
} from './fixtures.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Signs in on Google's own pages, with an address that has a Google account. */
async function continueWithGoogle({ page }: Visitor, email: string): Promise<void> {
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel('Use another e-mail address').fill(email);
  await page.getByRole('button', { name: 'Next' }).click();
  // Google asks for consent once; a later sign-in returns without a question.
  const allow = page.getByRole('button', { name: 'Allow' });
  await allow
    .or(page.getByRole('heading', { name: /^Welcome,/ }))
    .first()
    .waitFor();
  if (await allow.count()) await allow.click();
}

/** Signs out by the profile's own link. */
async function signOut({ page }: Visitor): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await page.waitForURL((url) => url.pathname !== '/profile');
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
}

it('signs a user up, resets a forgotten password by mail, and signs in with the new one', async () => {
  const visitor = await newVisitor(browser);
  const { page, person } = visitor;

  await step('sees the rules for a password, and that a common one is refused', async () => {
    await page.goto('/auth/signup');
    await page.getByText('At least 8 characters').waitFor();
    await page.getByLabel('First name').fill(person.firstName);
    await page.getByLabel('Last name').fill(person.lastName);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('password1');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByRole('alert').getByText('easy to guess').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  });

  await step('signs out, and requests the link', async () => {
    await signOut(visitor);
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // The login page has a field of that name too, and stays until the next page has loaded.
    const send = page.getByRole('button', { name: 'Send the link' });
    await send.waitFor();
    await page.getByLabel('Email').fill(person.email);
    await send.click();
    await page.getByText('Check your inbox.').waitFor();
  });

  const link = await step('finds the link in the inbox', () =>
    eventually(async () => {
      const [mail] = await sandbox.inbox(person.email);
      const found = /https?:\S+#token=[\w-]{43}/.exec(mail?.text ?? '')?.[0];
      if (!found) throw new Error('no link yet');
      return found;
    }, 20_000),
  );

  await step('sets a new password; the token leaves the address before anything is typed', async () => {
    await page.goto(link);
    await page.getByLabel('New password').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await page.getByLabel('New password').fill('another long password');
    await page.getByRole('button', { name: 'Save new password' }).click();
    await page.getByText('Password Changed').waitFor();
  });

  await step('can sign in only with the new password, and the link works only once', async () => {
    await signIn(visitor);
    await page.getByText('Login failed').waitFor();
    await signIn(visitor, 'another long password');
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto(link);
    await page.reload();
    await page.goto(link);
    await page.getByLabel('New password').fill('a third long password');
    await page.getByRole('button', { name: 'Save new password' }).click();
    await page.getByText('This link no longer works.').waitFor();
  });
  expect(visitor.faults).toEqual([]);
});

it('signs a user in with Google, who then sets a password', async () => {
  const visitor = await newVisitor(browser);
  const { page, person } = visitor;

  await step('signs in with Google', async () => {
    await continueWithGoogle(visitor, person.email);
    await page.waitForURL((url) => url.pathname === '/dashboard');
    expect(await callApi(visitor, '/api/auth/user')).toMatchObject({ hasPassword: false, googleLinked: true });
  });

  await step('sets a password on the profile, and signs in with it', async () => {
    await page.goto('/profile');
    await page.getByText('Linked', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Set a password' }).click();
    await page.getByLabel('New password').fill(person.password);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Password Set').waitFor();
    await signOut(visitor);
    await signIn(visitor);
    await page.getByText('Welcome back!').waitFor();
  });
  expect(visitor.faults).toEqual([]);
});

it('links Google to an account with a verified password only after the password was entered', async () => {
  const visitor = await newVisitor(browser);
  const { page, person } = visitor;

  await step('creates an account and verifies its e-mail address by a link', async () => {
    await signUp(visitor);
    await page.request.post('/api/auth/password/forgotten', { data: { email: person.email } });
    const token = await eventually(async () => {
      const [mail] = await sandbox.inbox(person.email);
      const found = /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
      if (!found) throw new Error('no link yet');
      return found;
    }, 20_000);
    const reset = await page.request.post('/api/auth/password/reset', { data: { token, password: person.password } });
    expect(reset.status()).toBe(204);
  });

  await step('enters the password after signing in with Google, which links the two', async () => {
    await continueWithGoogle(visitor, person.email);
    await page.getByText('Sign in with your password to link Google').waitFor();
    await page.getByText(`${person.email} has an account with a password.`).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(person.email);
    expect(new URL(page.url()).search).toBe('');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Google is linked').waitFor();
  });

  await step('signs in with Google from then on', async () => {
    await signOut(visitor);
    await continueWithGoogle(visitor, person.email);
    await page.waitForURL((url) => url.pathname === '/dashboard');
    expect(await callApi(visitor, '/api/auth/user')).toMatchObject({ hasPassword: true, googleLinked: true });
  });
  expect(visitor.faults).toEqual([]);
});

it('downloads all data of a user in one file', async () => {
  const visitor = await newVisitor(browser);
  const { page, person } = visitor;
  await signUp(visitor);
  await step('downloads all eight parts in one file', async () => {
    await page.goto('/profile');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download your data' }).click(),
    ]);
    const file = JSON.parse(await readFile(await download.path(), 'utf8')) as { parts: Record<string, unknown> };
    expect(Object.keys(file.parts)).toEqual([
      'account',
      'billing',
      'calendar',
      'videos',
      'drive',
      'posts',
      'usage',
      'partner',
    ]);
    expect(JSON.stringify(file.parts.account)).toContain(person.email);
  });
  expect(visitor.faults).toEqual([]);
});

it('deletes an account after the password is entered, and shows the receipt', async () => {
  const visitor = await newVisitor(browser);
  const { page, person } = visitor;
  await signUp(visitor);

  await step('is refused with a wrong password', async () => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete account' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill('not my password');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByText('This is not your password.').waitFor();
  });

  await step('deletes the account, and sees every part of it erased', async () => {
    const dialog = page.getByRole('alertdialog', { name: 'Delete account' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.waitForURL((url) => url.pathname === '/data-deletion' && url.searchParams.has('receipt'));
    await page.getByRole('region', { name: 'Your account was deleted' }).waitFor({ timeout: 90_000 });
    expect(await page.getByText('Being erased...').count()).toBe(0);
  });

  await step('is signed out, and the account no longer exists', async () => {
    expect((await page.request.get('/api/auth/user')).status()).toBe(401);
    await signIn(visitor);
    await page.getByText('Login failed').waitFor();
  });
  expect(visitor.faults).toEqual([]);
});
