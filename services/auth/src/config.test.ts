import { expect, it } from '@jest/globals';
import { loadConfig, Settings } from './config.ts';

/** The settings without a default. */
const names = Settings.required.filter((name) => !('default' in Settings.properties[name]));
const complete = {
  ...Object.fromEntries(
    names.map((name) => [name, name.endsWith('PORT') ? '1' : 'http://a-value-of-enough-letters.test']),
  ),
  BILLING_GRPC: 'billing:3003',
  SCHEDULING_GRPC: 'scheduling:3003',
  KAFKA_BROKERS: 'kafka:9092',
  ADMIN_CODE_HASH: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaGhhc2g',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'Reelwright <hello@reelwright.test>',
  CONTACT_EMAIL: 'support@reelwright.test',
};

it('requires MAIL_FROM together with SMTP_URL', () => {
  expect(loadConfig(complete).MAIL_FROM).toContain('hello@');
  expect(() => loadConfig({ ...complete, MAIL_FROM: '' })).toThrow(
    'missing settings: MAIL_FROM (needed with SMTP_URL)',
  );
  expect(loadConfig({ ...complete, MAIL_FROM: '', SMTP_URL: '' }).SMTP_URL).toBeUndefined();
});

it('accepts one plain e-mail address for the contact form, or none', () => {
  expect(loadConfig({ ...complete, CONTACT_EMAIL: '' }).CONTACT_EMAIL).toBeUndefined();
  for (const wrong of ['support', 'a@b.test, c@d.test', 'Support <a@b.test>']) {
    expect(() => loadConfig({ ...complete, CONTACT_EMAIL: wrong })).toThrow('CONTACT_EMAIL');
  }
});

it.each(['$argon2id$', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$', 'the-code', '$2b$12$abcdefghijklmnopqrstuv'])(
  'does not take %p for the hash of the admin code',
  (ADMIN_CODE_HASH) => {
    expect(() => loadConfig({ ...complete, ADMIN_CODE_HASH })).toThrow(
      'ADMIN_CODE_HASH (an Argon2id hash as $argon2id$',
    );
  },
);

it('hashes new passwords at the cost of 19 MiB by default, and in production at no lower one', () => {
  expect(loadConfig(complete).PASSWORD_MEMORY_KIB).toBe(19_456);
  expect(loadConfig({ ...complete, PASSWORD_MEMORY_KIB: '8' }).PASSWORD_MEMORY_KIB).toBe(8);
  const refusal = 'PASSWORD_MEMORY_KIB (it must be 19456 or more)';
  const live = { ...complete, ENVIRONMENT: 'production' };
  expect(() => loadConfig({ ...live, PASSWORD_MEMORY_KIB: '19455' })).toThrow(refusal);
  for (const allowed of ['', '19456', '65536']) {
    expect(() => loadConfig({ ...live, PASSWORD_MEMORY_KIB: allowed })).not.toThrow(refusal);
  }
});
