import { loadConfig, Settings } from './config.ts';

const prices = Object.keys(Settings.properties).filter((name) => name.startsWith('STRIPE_PRICE_'));

/** What is said about these prices; other settings are missing. */
function problemsOf(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('was accepted');
}

it('each plan and interval has a price of its own', () => {
  const env = Object.fromEntries(prices.map((name) => [name, `price_of_${name}`]));
  expect(prices).toHaveLength(6);
  expect(problemsOf(env)).not.toContain('STRIPE_PRICE_');
  const [first = '', second = ''] = prices;
  const twins = problemsOf({ ...env, [first]: 'price_twin', [second]: 'price_twin' });
  for (const name of [first, second]) {
    expect(twins).toContain(`${name} (the id of a price that no other setting has)`);
  }
  expect(twins.match(/STRIPE_PRICE_/g)).toHaveLength(2);
});
