import type { Page } from 'playwright-core';

/** Gives consent on a provider's own pages: picks the first account and the first channel, then allows access. */
export async function consent(page: Page, ownOrigin: string): Promise<void> {
  await page.waitForURL((url) => url.origin !== ownOrigin);
  for (let step = 0; step < 6 && new URL(page.url()).origin !== ownOrigin; step += 1) {
    const before = page.url();
    const yes = page.getByRole('button', { name: /^(Allow|Authorize|Continue|Approve|Connect)/ });
    const choice = page.locator('main li button').first();
    await yes.or(choice).first().waitFor();
    if (await yes.count()) await yes.first().click();
    else await choice.click();
    await page.waitForURL((url) => url.href !== before);
  }
  await page.waitForURL((url) => url.origin === ownOrigin);
}
