import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { answer, answerNothing, change, hold } from './answers.ts';
import { eventually, newVisitor, openBrowser, signIn, signUp, step } from './fixtures.ts';
import { createKey } from './partner-key.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The pages of signed-in users that send a visitor to the login page. */
const GUARDED = ['/dashboard', '/social', '/regeneration'];

it('shows the error texts of the specification, through the whole stack', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;

  await step('is sent to the login page without a session', async () => {
    for (const path of GUARDED) {
      await page.goto(path);
      await page.getByText('Unauthorized', { exact: true }).waitFor();
      await page.getByText('You are logged out. Logging in again...').waitFor();
      await page.waitForURL('**/auth/login');
    }
    await page.goto('/profile');
    await page.getByRole('heading', { name: 'Not Authenticated' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await page.waitForURL('**/auth/login');
    const moved = await page.request.get('/api/login', { maxRedirects: 0 });
    expect([moved.status(), moved.headers().location]).toEqual([302, '/auth/login']);
  });

  await step('cannot sign in without an account', async () => {
    await signIn(visitor);
    await page.getByText('Login failed').waitFor();
    await page.getByText('Invalid credentials. Please try again.').first().waitFor();
  });

  await step('signs up', async () => {
    await signUp(visitor);
    await page.getByText('Account created!').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  await step('gets plain sentences for an invalid request', async () => {
    const entry = (change: object) => ({
      videoType: 'v1',
      scheduledDates: [{ date: '2030-01-01', time: '09:00', ...change }],
    });
    const plan = { tier: 'grow', is1080p: true, isAnnual: false };
    const refusals: [path: string, body: object, message: string][] = [
      ['/api/video-configurations', {}, 'Video type is required'],
      ['/api/video-configurations', { videoType: '' }, 'Video type is required'],
      ['/api/video-configurations', entry({ date: '' }), 'Date is required'],
      ['/api/video-configurations', entry({ time: '' }), 'Time is required'],
      ['/api/video-configurations', { videoType: 'v1', userId: '1' }, 'Unknown field: userId.'],
      ['/api/create-subscription', plan, 'tier must be one of: starter, pro, elite.'],
      ['/api/auth/login', { email: 'nope', password: 'x' }, 'Please enter a valid e-mail address.'],
      ['/api/auth/login', { email: 'ada@example.com', password: '' }, 'password is required.'],
    ];
    for (const [path, data, message] of refusals) {
      const response = await context.request.post(path, { data });
      expect([path, response.status(), ((await response.json()) as { message: string }).message]).toEqual([
        path,
        400,
        message,
      ]);
    }
  });

  await step('returns from TikTok with its message', async () => {
    await page.goto('/social?error=tiktok&message=Not%20today');
    await page.getByText('TikTok Connection Failed').waitFor();
    await page.getByText('Not today').waitFor();
    await page.waitForURL((url) => url.pathname === '/social' && url.search === '');
  });

  await step('returns from TikTok connected', async () => {
    await page.goto('/social?connected=tiktok');
    await page.getByText('TikTok Connected').waitFor();
    await page.waitForURL((url) => url.pathname === '/social' && url.search === '');
    await page.getByText('OAuth 2.0, and access can be revoked').waitFor();
    await page.getByText('Your passwords are never stored.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Back to dashboard' }).waitFor();
  });

  await step('finds no page at an unknown address', async () => {
    expect((await page.goto('/nothing-here'))?.status()).toBe(404);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await page.getByText('Did you forget to add the page to the router?').waitFor();
  });

  expect(visitor.faults).toEqual([]);
});

it('shows a visitor the words of the landing page, the login, the sign-up and the prices', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  const starts = page.getByRole('link', { name: /^(Get Started|Start for Free)/ });

  await step('finds the four anchors, and every button leads to the login', async () => {
    await page.goto('/');
    for (const anchor of ['features', 'pricing', 'examples', 'faq']) await page.locator(`#${anchor}`).waitFor();
    await starts.first().waitFor();
    expect(new Set(await addresses(page, starts))).toEqual(new Set(['/auth/login']));
    expect(await starts.count()).toBeGreaterThanOrEqual(5);
  });

  await step('plays two examples with sound at once, and pauses one by a second click', async () => {
    const example = (name: string) => page.getByRole('button', { name: `Play ${name}` });
    const sound = async (name: string) => ({
      pressed: await example(name).getAttribute('aria-pressed'),
      muted: await example(name)
        .locator('video')
        .evaluate((clip: HTMLVideoElement) => clip.muted),
    });
    const heard = { pressed: 'true', muted: false };
    for (const name of ['Glass Squish', 'Earth Zoom']) {
      await example(name).click();
      await eventually(async () => expect(await sound(name)).toEqual(heard));
    }
    expect(await sound('Glass Squish')).toEqual(heard);
    await example('Glass Squish').click();
    await eventually(async () => expect(await sound('Glass Squish')).toEqual({ pressed: 'false', muted: true }));
    expect(await sound('Earth Zoom')).toEqual(heard);
  });

  await step('sees the annual prices of the landing page', async () => {
    const prices = page.locator('#pricing');
    await prices.getByText('15% OFF').waitFor();
    await prices.getByRole('button', { name: /^Annual/ }).click();
    const starter = prices.getByRole('region', { name: 'Starter' });
    await starter.getByText('Billed annually').waitFor();
    expect(await starter.locator('.price').textContent()).toContain('28.90');
    expect(await starter.locator('s').textContent()).toContain('33.90');
  });

  await step('opens several answers of the landing page', async () => {
    const answers = page.locator('#faq details');
    await answers.nth(1).locator('summary').click();
    await answers.nth(2).locator('summary').click();
    expect(await page.locator('#faq details[open]').count()).toBeGreaterThanOrEqual(2);
  });

  await step('sees the password, and what the login is doing', async () => {
    await page.goto('/auth/login');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('a long enough password');
    expect(await password.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    const google = page.getByRole('link', { name: 'Continue with Google' });
    expect(await google.getAttribute('href')).toBe('/api/auth/google');
    expect(await page.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/auth/signup');
    const release = await hold(page, 'POST /api/auth/login', 429, { error: 'TOO_MANY', message: 'Wait a minute.' });
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Signing in...' }).waitFor();
    release();
    await page.getByText('Login failed').waitFor();
    await page.getByText('Wait a minute.').waitFor();
    await answerNothing(page);
  });

  await step('sees what the sign-up is doing, and its failure', async () => {
    await page.goto('/auth/signup');
    const release = await hold(page, 'POST /api/auth/signup', 500, {});
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Byron');
    await page.getByLabel('Email').fill(visitor.person.email);
    await page.getByPlaceholder('Create a strong password').fill(visitor.person.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByRole('button', { name: 'Creating account...' }).waitFor();
    release();
    await page.getByText('Signup failed').waitFor();
    await page.getByText('Failed to create account. Please try again.').waitFor();
    await page.getByRole('link', { name: 'Continue with Google' }).waitFor();
    const signInLink = page.getByRole('main').getByRole('link', { name: 'Sign in' });
    expect(await signInLink.getAttribute('href')).toBe('/auth/login');
    await answerNothing(page);
  });

  await step('reads the prices as a visitor', async () => {
    await page.goto('/pricing');
    await page.getByText('Save 20%').waitFor();
    await page.getByRole('link', { name: 'Back to home' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor();
    const plan = (name: string) => page.getByRole('region', { name, exact: true });
    await plan('Starter').getByText('Most Popular').waitFor();
    await plan('Free')
      .getByRole('button', { name: /^Get Started Free/ })
      .waitFor();
    for (const name of ['Starter', 'Pro', 'Elite']) {
      await plan(name)
        .getByRole('button', { name: /^Choose Plan/ })
        .waitFor();
    }
    expect(await page.locator('main details').count()).toBe(4);
  });

  await step('reads that posts to YouTube are private at first', async () => {
    await page.goto('/api-docs');
    await page.getByText(/It is private at first: make it public in YouTube Studio/).waitFor();
  });

  expect(visitor.faults).toEqual([]);
});

it('shows a signed-in person the words of the header, the dashboard and the profile', async () => {
  const visitor = await newVisitor(browser);
  const { page, person } = visitor;
  await signUp(visitor);

  await step('is led to the dashboard by every button of the landing page', async () => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).waitFor();
    const starts = page.getByRole('main').getByRole('link', { name: /^(Get Started|Start for Free)/ });
    const first = page.getByRole('main').getByRole('link', { name: 'Make your first video' });
    await first.first().waitFor();
    await eventually(async () => {
      for (const links of [starts, first])
        expect(new Set(await addresses(page, links))).toEqual(new Set(['/dashboard']));
    });
  });

  await step('sees the own name and plan, and the menu', async () => {
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
    const header = page.getByRole('banner');
    for (const link of ['Video Regeneration', 'Social Media', 'FAQ'])
      await header.getByRole('link', { name: link }).waitFor();
    await header.getByRole('button', { name: 'Open Drive' }).waitFor();
    await header.getByRole('button', { name: /Ada Byron.*Free/ }).click();
    for (const item of ['Profile', 'Sign Out']) await page.getByRole('menuitem', { name: item }).waitFor();
    await page.keyboard.press('Escape');
    const social = page.getByRole('main').getByRole('link', { name: 'Social Media' });
    expect(await social.getAttribute('href')).toBe('/social');
  });

  await step('is called Creator without a first name, and by the e-mail address', async () => {
    await change(page, '/api/auth/user', { firstName: null, lastName: null });
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Welcome, Creator' }).waitFor();
    await page.getByRole('banner').getByText(person.email).waitFor();
    await page.goto('/profile');
    await page.getByText('Not set').nth(1).waitFor();
    await answerNothing(page);
  });

  await step('opens the upgrade dialog by the badge', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /of 1 video this month/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Upgrade Your Plan' });
    await dialog.getByText('20% off').waitFor();
    for (const name of ['Starter', 'Pro', 'Elite']) {
      const offer = dialog.getByRole('region', { name });
      await offer.getByRole('button', { name: `Upgrade to ${name}` }).waitFor();
      for (const line of [
        'videos per month',
        '8-second reels (1080p)',
        'Veo3 AI technology',
        'Cloud drive integration',
      ])
        await offer.getByText(line).waitFor();
      await offer.getByText('Multi-platform posting').waitFor();
    }
    expect(await dialog.getByRole('region', { name: 'Free' }).count()).toBe(0);
    await dialog.getByRole('region', { name: 'Pro' }).getByText('Most Popular').waitFor();
    await dialog.getByRole('button', { name: /^Annual/ }).click();
    // 28.90 a month, twelve times, rounded.
    await dialog.getByText('€347 billed annually').waitFor();
  });

  await step('is told at the top plan that there is no higher one', async () => {
    await change(page, '/api/auth/user', {
      subscriptionTier: 'elite',
      subscriptionStatus: 'active',
      stripeSubscriptionId: 'sub_1',
      videosPerMonth: 20,
    });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /of 20 videos this month/ }).click();
    await page.getByText("You're on the highest plan!").waitFor();
    await page.goto('/profile');
    await page.getByRole('link', { name: 'Manage Subscription' }).waitFor();
    expect(await page.getByRole('button', { name: 'Upgrade Plan' }).count()).toBe(0);
    await answerNothing(page);
  });

  await step('sees that the configuration loads, then the eight styles and the sound', async () => {
    const { json } = { json: await (await page.request.get('/api/video-configuration')).json() };
    const release = await hold(page, 'GET /api/video-configuration', 200, json);
    await page.goto('/dashboard');
    await page.getByText('Loading configuration...').first().waitFor({ state: 'attached' });
    release();
    await page.getByRole('heading', { name: 'Video Configuration' }).waitFor();
    expect(await page.getByRole('main').getByRole('radio').count()).toBe(8);
    expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
    const audio = page.getByRole('switch');
    await page.getByText('Audio Enabled').waitFor();
    await audio.click({ force: true });
    await page.getByText('Audio Disabled').waitFor();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Previews/ })
      .click();
    await page.getByText('Previews with sound').waitFor();
    await answerNothing(page);
  });

  await step('may pass the calendar on the free plan', async () => {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByText('Generate Instantly').waitFor();
    await page.getByText('Free users can create videos immediately without scheduling').waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('button', { name: 'Create Video Now' }).waitFor();
  });

  await step('changes the name, but not the e-mail address', async () => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('First name').fill('Grace');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Member Since').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await page.getByRole('textbox', { name: 'Email' }).count()).toBe(0);
    await page.getByLabel('First name').fill('Grace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile Updated').waitFor();
    await page.getByRole('region', { name: 'Personal information' }).getByText('Grace', { exact: true }).waitFor();
  });

  await step('reads the usage of the month, and a warning when nothing remains', async () => {
    const usage = page.getByRole('region', { name: 'Usage This Month' });
    for (const label of ['Remaining', 'Scheduled']) await usage.getByText(label).waitFor();
    expect(await usage.getByRole('progressbar').getAttribute('aria-valuemax')).toBe('1');
    await change(page, '/api/auth/user', { videosUsedThisMonth: 1 });
    await page.reload();
    await usage.getByText('1/1').waitFor();
    await usage.getByText("You've reached your monthly limit. Upgrade for more videos!").waitFor();
    await answerNothing(page);
  });

  await step('creates an API key and revokes it', async () => {
    await createKey(visitor);
    await page.getByText('API Key Generated').waitFor();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('API Key Revoked').waitFor();
  });

  await step('sees which plan is the current one, and signs out by a link', async () => {
    const out = page.getByRole('region', { name: 'Account Actions' }).getByRole('link', { name: 'Sign Out' });
    expect(await out.getAttribute('href')).toBe('/api/auth/logout');
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Back to dashboard' }).waitFor();
    const current = page.getByRole('region', { name: 'Free' }).getByRole('button', { name: 'Current Plan' });
    await current.waitFor();
    expect(await current.isDisabled()).toBe(true);
  });

  await step('cannot sign in while the server says why', async () => {
    await page.goto('/profile');
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await page.waitForURL((url) => url.pathname !== '/profile');
    await answer(page, 'POST /api/auth/login', 401, { error: 'INVALID_CREDENTIALS', message: 'Not this time.' });
    await signIn(visitor);
    await page.getByText('Not this time.').first().waitFor();
    await answerNothing(page);
    await signIn(visitor);
    await page.getByText('Welcome back!').waitFor();
  });

  expect(visitor.faults).toEqual([]);
});

/** Where these links lead, without their anchors. */
const addresses = (page: Page, links: ReturnType<Page['getByRole']>) =>
  links.evaluateAll(
    (all, base) => all.map((link) => new URL((link as HTMLAnchorElement).getAttribute('href') ?? '', base).pathname),
    page.url(),
  );
