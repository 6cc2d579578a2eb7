import type { Rule } from './rule.ts';

const KEYS_TEST = 'services/auth/test/credentials.service.test.ts';

/** API keys, the tokens of providers, and what logs may say. */
export const credentialRules: readonly Rule[] = [
  {
    id: 'ASVS 7.4.1',
    says: 'a revoked API key is dead at once',
    file: 'services/auth/src/api-keys/api-keys.routes.ts',
    find: 'if (gone) forget(gone.key_hash);',
    put: '',
    test: KEYS_TEST,
    named: 'are shown once, checked by the gateway, and dead when revoked',
  },
  {
    id: 'ASVS 7.4.1',
    says: 'a new API key ends the one before at once',
    file: 'services/auth/src/api-keys/api-keys.routes.ts',
    find: 'if (old) forget(old.key_hash);',
    put: '',
    test: KEYS_TEST,
    named: 'are replaced by a new one, which ends the old one',
  },
  {
    id: 'ASVS 15.3.7',
    says: 'two API keys that differ are no key',
    file: 'services/auth/src/check/request-credentials.ts',
    find: 'if (header && bearer && header !== bearer) {',
    put: 'if (header === bearer && header === "") {',
    test: KEYS_TEST,
    named: 'are refused when missing, mistyped, or two that differ',
  },
  {
    id: 'ASVS 6.3.1',
    says: 'guesses at the admin code are slowed down, whatever addresses the caller makes up',
    file: 'services/auth/src/admin/admin.routes.ts',
    find: 'await requireNotBlocked(db, subjects);',
    put: '',
    test: KEYS_TEST,
    named: 'is refused when wrong, and slowed down per address',
  },
  {
    id: 'ASVS 7.4.1',
    says: 'locking the admin pages ends the session at the server',
    file: 'services/auth/src/admin/admin.routes.ts',
    find: "if (id) await db.deleteFrom('admin_sessions')",
    put: "if (!id) await db.deleteFrom('admin_sessions')",
    test: KEYS_TEST,
    named: 'opens a session of its own that the gateway accepts for admin routes only',
  },
  {
    id: 'ASVS 11.5.1',
    says: 'the tokens of providers are stored encrypted',
    file: 'services/publishing/src/connections/save-grant.ts',
    find: "cipher.encrypt(tokens.accessToken, place(id, 'access_token'))",
    put: 'tokens.accessToken',
    test: 'services/publishing/test/connections.service.test.ts',
    named: 'tokens lie encrypted, and the list says what is connected',
  },
  {
    id: 'ASVS 11.3.3',
    says: 'a sealed token opens in its own row only',
    file: 'libs/token-cipher/src/index.ts',
    find: " + decipher.final('utf8')",
    put: '',
    test: 'libs/token-cipher/test/token-cipher.test.ts',
    named: 'does not open in another row',
  },
];
