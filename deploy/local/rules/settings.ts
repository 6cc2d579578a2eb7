import type { Rule } from './rule.ts';

const CONFIG = 'libs/config/src/index.ts';
const CONFIG_TEST = 'libs/config/test/config.test.ts';

/** Rules about settings, and about replacing secrets. */
export const settingRules: readonly Rule[] = [
  {
    id: 'decision 41',
    says: 'a production process does not start with settings of tests and local runs',
    file: CONFIG,
    find: "values.ENVIRONMENT !== 'production'",
    put: 'true',
    test: CONFIG_TEST,
    named: 'all settings that are only for tests and local runs are refused in one message',
  },
  {
    id: 'decision 41',
    says: 'a secret is taken from its variable or from its file, never from one of two',
    file: 'libs/config/src/secret-files.ts',
    find: 'if (env[name]) {',
    put: "if (env[name] === 'never') {",
    test: CONFIG_TEST,
    named: 'is refused when both are set, and both are named',
  },
  {
    id: 'decision 41',
    says: 'a cookie that an older secret signed is accepted',
    file: 'services/auth/src/check/session-ids.ts',
    find: 'new Signer([...options.keys])',
    put: 'new Signer(options.keys[0])',
    test: 'services/auth/test/rotation.service.test.ts',
    named: 'a session secret is replaced in three rollouts, and nobody is signed out',
  },
  {
    id: 'decision 41',
    says: 'a link that an older key signed works',
    file: 'services/generation/src/media/media.routes.ts',
    find: 'keys: signingKeys, now',
    put: 'keys: [signingKeys[0]], now',
    test: 'services/generation/test/rotation.service.test.ts',
    named: 'a media key is replaced in three rollouts, and no link breaks',
  },
  {
    id: 'decision 41',
    says: 'an event is accepted with either secret while Stripe rolls one',
    file: 'services/billing/src/stripe/stripe-payments.ts',
    find: 'const secret of webhookSecrets',
    put: 'const secret of [webhookSecrets[0]]',
    test: 'services/billing/test/webhook.service.test.ts',
    named: 'is accepted with either secret of the endpoint',
  },
  {
    id: 'decision 41',
    says: 'a token is encrypted again with the first key',
    file: 'services/publishing/src/connections/reencrypt-tokens.ts',
    find: 'saveConnection(trx, row, withCurrentKey(row, cipher))',
    put: 'saveConnection(trx, row, row)',
    test: 'services/publishing/test/reencrypt-tokens.service.test.ts',
    named: 'the token key is replaced: each token is read before, meanwhile and after',
  },
];
