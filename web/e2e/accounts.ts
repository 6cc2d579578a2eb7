import { type PaidTier, type Platform, paidTiers, platformNames, tierNames } from '@reelwright/product';
import { emulatedPlatforms } from '@reelwright/sandbox/platforms';
import { consent } from './consent.ts';
import { eventually, type Visitor } from './fixtures.ts';

export const PLATFORMS = emulatedPlatforms.map((platform) => platformNames[platform]);
export type PlatformName = (typeof platformNames)[Platform];

/** Buys a plan on the hosted page and waits until it is active. */
export async function subscribe({ page }: Visitor, plan: (typeof tierNames)[PaidTier]): Promise<void> {
  const origin = new URL(page.url()).origin;
  await page.goto('/pricing');
  const order = paidTiers.findIndex((tier) => tierNames[tier] === plan);
  await page
    .getByRole('button', { name: /Choose Plan/ })
    .nth(order)
    .click();
  await page.getByRole('heading', { name: `Subscribe to Reelwright ${plan}` }).waitFor();
  await page.getByRole('button', { name: 'Pay and subscribe' }).click();
  await page.waitForURL((url) => url.origin === origin && url.pathname === '/dashboard');
  await page.getByText('Payment Completed!').waitFor();
  await eventually(async () => {
    const response = await page.request.get('/api/auth/user');
    const { subscriptionTier } = (await response.json()) as { subscriptionTier: string };
    if (subscriptionTier !== plan.toLowerCase()) throw new Error(`still on ${subscriptionTier}`);
  });
}

/** Connects one platform on its own consent pages and fills in the settings that it requires. */
export async function connect({ page }: Visitor, platform: PlatformName): Promise<void> {
  const origin = new URL(page.url()).origin;
  await page.goto('/social');
  await page.getByRole('button', { name: `Connect ${platform}` }).click();
  await consent(page, origin);
  if (platform === 'TikTok') {
    const sheet = page.getByRole('dialog', { name: 'TikTok settings' });
    await sheet.getByRole('radio', { name: 'Everyone' }).check({ force: true });
    await sheet.getByRole('checkbox').first().check({ force: true });
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.waitFor({ state: 'detached' });
  }
  if (platform === 'Facebook') {
    const chooser = page.getByRole('dialog', { name: 'Choose a Facebook Page' });
    await chooser.getByRole('radio').first().check({ force: true });
    await chooser.getByRole('button', { name: 'Choose Page' }).click();
    await chooser.waitFor({ state: 'detached' });
  }
  await page.getByRole('region', { name: platform }).getByText('Connected', { exact: true }).waitFor();
}

export async function connectAll(visitor: Visitor): Promise<void> {
  for (const platform of PLATFORMS) await connect(visitor, platform);
}
