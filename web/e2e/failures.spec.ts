import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { platformNames, platforms } from '@reelwright/product';
import type { Browser } from 'playwright-core';
import { subscribe } from './accounts.ts';
import { answer, answerNothing, change, fail, failSilently, hold } from './answers.ts';
import { query } from './databases.ts';
import { callApi, eventually, newVisitor, openBrowser, sandbox, signUp, step } from './fixtures.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('says what failed when a service is unavailable, and keeps what was typed', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await signUp(visitor);

  await step('cannot load the account, which is not the same as being signed out', async () => {
    await fail(page, 'GET /api/auth/user');
    await page.goto('/dashboard');
    await page.getByText('Your account did not load').waitFor();
    await answerNothing(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
  });

  await step('cannot save the configuration, and keeps the notes', async () => {
    const release = await hold(page, 'POST /api/video-configurations', 500, {});
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const notes = page.getByPlaceholder('Enter any additional notes or instructions...');
    await notes.fill('Slow mornings');
    await page.getByRole('button', { name: 'Create Video Now' }).click();
    await page.getByRole('button', { name: 'Creating...' }).waitFor();
    release();
    await page.getByText('Unable to save configuration. Please try again.').waitFor();
    expect(await notes.inputValue()).toBe('Slow mornings');
    await answerNothing(page);
  });

  await step('loses the session meanwhile, and is sent to the login page', async () => {
    await answer(page, 'POST /api/video-configurations', 401, { error: 'SIGNED_OUT', message: 'Please sign in.' });
    await page.getByRole('button', { name: 'Create Video Now' }).click();
    await page.getByText('Unauthorized', { exact: true }).waitFor();
    await page.getByText('Session expired. Please login again...').waitFor();
    await page.waitForURL('**/auth/login');
    await answerNothing(page);
  });

  await step('cannot open the Drive folder', async () => {
    await failSilently(page, 'GET /api/user-drive-folder');
    await page.goto('/regeneration');
    await page.getByRole('button', { name: 'Open Drive' }).click();
    await page.getByText('Unable to open Google Drive folder. It may not have been created yet.').waitFor();
    await answerNothing(page);
  });

  await step('cannot load the regeneration status', async () => {
    await fail(page, 'GET /api/regeneration-status');
    await page.goto('/regeneration');
    await page.getByText('Unable to load regeneration status').waitFor();
    await answerNothing(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Ready', { exact: true }).waitFor();
  });

  await step('cannot regenerate while the server fails', async () => {
    const data = { videoType: 'v1', includeAudio: true, scheduledDates: [] };
    expect((await page.request.post('/api/video-configurations', { data })).status()).toBe(200);
    await fail(page, 'POST /api/regenerate-videos');
    await page.goto('/regeneration');
    await page.getByRole('button', { name: 'Regenerate All Videos' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate', exact: true }).click();
    await page.getByText('Failed to regenerate videos. Please try again.').waitFor();
    await answerNothing(page);
  });

  await step('cannot send a message, and keeps it', async () => {
    await fail(page, 'POST /api/contact');
    await page.goto('/contact');
    const words = 'Please tell me where I can find my invoices.';
    await page.getByLabel('Message').fill(words);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe(words);
    await answerNothing(page);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('heading', { name: 'Your message is on its way.' }).waitFor();
  });

  await step('cannot change a name', async () => {
    await fail(page, 'PATCH /api/auth/user');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('First name').fill('Grace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Failed to update profile. Please try again.').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Grace');
    await answerNothing(page);
  });

  await step('cannot create an API key, nor revoke one', async () => {
    await failSilently(page, 'POST /api/generate-api-key');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByText('Failed to generate API key').waitFor();
    await change(page, '/api/api-key-status', { hasKey: true, prefix: 'rw_ab12' });
    await failSilently(page, 'DELETE /api/revoke-api-key');
    await page.reload();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Failed to revoke API key').waitFor();
    await answerNothing(page);
  });

  expect(visitor.faults).toEqual([]);
});

it('says what failed while a plan is bought or changed, and that nothing has changed', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await signUp(visitor);
  const currentPeriodEnd = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const paid = {
    subscriptionTier: 'starter',
    subscriptionStatus: 'active',
    stripeSubscriptionId: 'sub_1',
    isAnnual: false,
    videosPerMonth: 8,
    currentPeriodEnd,
  };
  const upgradeToStarter = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Starter' }).click();
  };

  await step('cannot start a checkout', async () => {
    await fail(page, 'POST /api/create-checkout-session');
    await page.goto('/pricing');
    await page.getByRole('button', { name: 'Choose Plan, Starter' }).click();
    await page.getByText('Failed to create checkout session. Please try again.').waitFor();
    await answerNothing(page);
  });

  await step('cannot start a checkout from the dashboard', async () => {
    await failSilently(page, 'POST /api/create-subscription');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /of 1 video this month/ }).click();
    await upgradeToStarter();
    await page.getByText('Failed to create checkout session', { exact: true }).waitFor();
    await answerNothing(page);
    await answer(page, 'POST /api/create-subscription', 200, {});
    await upgradeToStarter();
    await page.getByText('No checkout URL received').waitFor();
    await answerNothing(page);
  });

  await step('cannot start a checkout from the profile', async () => {
    await failSilently(page, 'POST /api/create-subscription');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Upgrade Plan' }).click();
    await upgradeToStarter();
    await page.getByText('Failed to create subscription').waitFor();
    await answerNothing(page);
  });

  await step('cannot cancel', async () => {
    await change(page, '/api/auth/user', paid);
    await failSilently(page, 'POST /api/cancel-subscription');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await page.getByText('Failed to cancel subscription. Please try again.').waitFor();
  });

  await step('cannot change the plan, or is on it already', async () => {
    await answer(page, 'POST /api/preview-subscription-change', 200, {
      kind: 'upgrade',
      currency: 'eur',
      dueNowCents: 1600,
      nextChargeCents: 4990,
      nextChargeAt: currentPeriodEnd,
      effectiveAt: null,
      prorationDate: 1_800_000_000,
    });
    const changeToPro = async () => {
      await page.goto('/pricing');
      await page.getByRole('button', { name: 'Choose Plan, Pro' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Upgrade to Pro' }).click();
    };
    await failSilently(page, 'POST /api/change-subscription');
    await changeToPro();
    await page.getByText('Failed to change subscription').waitFor();
    await answer(page, 'POST /api/change-subscription', 400, {
      error: 'ALREADY_ON_PLAN',
      message: "You're already on this plan!",
    });
    await changeToPro();
    await page.getByText('Current Plan', { exact: true }).last().waitFor();
    await page.getByText("You're already on this plan!").waitFor();
    await answerNothing(page);
  });

  await step('cannot renew a cancelled plan', async () => {
    await change(page, '/api/auth/user', {
      ...paid,
      subscriptionStatus: 'cancelling',
      subscriptionCancelledAt: new Date().toISOString(),
      subscriptionExpiresAt: currentPeriodEnd,
    });
    await failSilently(page, 'POST /api/renew-subscription');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Renew Plan' }).click();
    await page.getByText('Failed to renew subscription. Please try again.').waitFor();
    await answerNothing(page);
  });

  expect(visitor.faults).toEqual([]);
});

it('says what failed while accounts are connected and disconnected', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await signUp(visitor);
  const connection = { connected: true, level: 'sandbox', state: 'connected', username: 'ada' };
  // Only a paid plan posts, so only its owner may connect.
  await change(page, '/api/auth/user', {
    subscriptionTier: 'starter',
    subscriptionStatus: 'active',
    videosPerMonth: 8,
  });

  await step('cannot connect any platform', async () => {
    for (const platform of platforms) {
      const name = platformNames[platform];
      await failSilently(page, `GET /api/${platform}/auth`);
      await page.goto('/social');
      await page.getByRole('button', { name: `Connect ${name}` }).click();
      await page.getByText('Connection Failed', { exact: true }).waitFor();
      await page.getByText(`Failed to connect to ${name}. Check console for details.`).waitFor();
    }
  });

  const disconnect = async () => {
    await page.goto('/social');
    await page.getByRole('region', { name: 'TikTok' }).getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  };
  await step('cannot disconnect, and then can', async () => {
    await change(page, '/api/social-connections', { tiktok: connection });
    await failSilently(page, 'DELETE /api/social-connections/tiktok');
    await disconnect();
    await page.getByText('Disconnection Failed').waitFor();
    await page.getByText('Failed to disconnect account. Please try again.').waitFor();
    await answer(page, 'DELETE /api/social-connections/tiktok', 200, { success: true });
    await disconnect();
    await page.getByText(/account disconnected successfully\.$/).waitFor();
  });

  await step('finds a platform that is not available greyed out', async () => {
    await change(page, '/api/social-connections', { tiktok: { connected: false, level: 'off', state: 'none' } });
    await page.goto('/social');
    const card = page.getByRole('region', { name: 'TikTok' });
    expect(await card.getByRole('button', { name: 'Coming Soon' }).isDisabled()).toBe(true);
    await answerNothing(page);
  });

  expect(visitor.faults).toEqual([]);
});

it('says by e-mail which post did not go out, until that is turned off', async () => {
  const visitor = await newVisitor(browser);
  const { page, person } = visitor;
  await signUp(visitor);
  await subscribe(visitor, 'Pro');
  const statesOfPosts = async () => {
    const { videos } = await callApi<{ videos: { posts: { state: string }[] }[] }>(visitor, '/api/videos');
    return videos.flatMap(({ posts }) => posts.map(({ state }) => state));
  };

  await step('schedules a video for an account that is not connected, and it does not go out', async () => {
    const tomorrow = new Date((await sandbox.now()).getTime() + 86_400_000);
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(tomorrow);
    const entry = { date, time: '10:00', title: 'Open late', platforms: ['tiktok'] };
    const data = { videoType: 'v1', includeAudio: true, timeZone: 'Europe/Rome', scheduledDates: [entry] };
    expect((await page.request.post('/api/video-configurations', { data })).status()).toBe(200);
    const { scheduledDates } = await callApi<{ scheduledDates: { publishAt: string }[] }>(
      visitor,
      '/api/video-configuration',
    );
    const due = Date.parse(scheduledDates[0]?.publishAt ?? '');
    await sandbox.moveTo(new Date(due - 3_600_000));
    await eventually(async () => expect(await statesOfPosts()).toEqual(['waiting']));
    await sandbox.moveTo(new Date(due + 60_000));
    await eventually(async () => expect(await statesOfPosts()).toEqual(['no_connection']));
  });

  const link = await step('gets one e-mail that says why, and where to mend it', async () => {
    const mail = await eventually(async () => {
      // It waits ten minutes of real time for other posts.
      const now = `update mails set due_at = clock_timestamp() where kind = 'post_problems' and to_address = $1`;
      await query('auth', now, [person.email]);
      const [first] = await sandbox.inbox(person.email);
      if (!first) throw new Error('no e-mail yet');
      return first;
    });
    expect(mail.subject).toBe('Your post on TikTok did not go out');
    expect(mail.text).toMatch(
      /“Open late” on TikTok, planned for \w+, \w+ \d+ at 10:00 \(Europe\/Rome\)\nNot posted: /,
    );
    expect(mail.text).toContain('No TikTok account is connected.');
    expect(mail.text).toContain(`${new URL(page.url()).origin}/social\n`);
    return /\S+\/profile#e-mails/.exec(mail.text)?.[0] ?? '';
  });

  await step('turns these e-mails off where its last lines lead to', async () => {
    await page.goto(link);
    const section = page.getByRole('region', { name: 'E-mails' });
    await section.getByText('We e-mail you when a payment does not go through.').waitFor();
    await section
      .getByText('We e-mail you when a connected account needs to be connected again within a week.')
      .waitFor();
    await section.getByRole('switch', { name: 'E-mails about posts' }).uncheck({ force: true });
    await page.getByText('You will get no more e-mails about posts.').waitFor();
    const user = await callApi<{ mailPostProblems: boolean; mailPaymentProblems: boolean }>(visitor, '/api/auth/user');
    expect([user.mailPostProblems, user.mailPaymentProblems]).toEqual([false, true]);
  });

  expect(visitor.faults).toEqual([]);
});
