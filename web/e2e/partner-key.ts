import type { Visitor } from './fixtures.ts';

/** Creates an API key on the profile page and returns it. */
export async function createKey({ page }: Visitor): Promise<string> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'API Key Generated' });
  const key = await dialog.getByLabel('Your API key').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  return key;
}
