import { expect, it } from '@jest/globals';
import { loadConfig, Settings } from './config.ts';

const settings = Object.fromEntries(
  Object.keys(Settings.properties).map((name) => [
    name,
    /(PORT|SECONDS)$/.test(name) ? '1' : 'http://a-value-of-enough-letters.test',
  ]),
);
const complete = {
  ...settings,
  TRUSTED_PROXIES: '1',
  ADMIN_CODE_HASH: '$argon2id$',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'Reelwright <hello@reelwright.test>',
  CONTACT_EMAIL: 'support@reelwright.test',
};

it('requires MAIL_FROM together with SMTP_URL', () => {
  expect(loadConfig(complete).MAIL_FROM).toContain('hello@');
  expect(() => loadConfig({ ...complete, MAIL_FROM: '' })).toThrow('bad or missing settings: MAIL_FROM');
  expect(loadConfig({ ...complete, MAIL_FROM: '', SMTP_URL: '' }).SMTP_URL).toBeUndefined();
});

it('accepts one plain e-mail address for the contact form, or none', () => {
  expect(loadConfig({ ...complete, CONTACT_EMAIL: '' }).CONTACT_EMAIL).toBeUndefined();
  for (const wrong of ['support', 'a@b.test, c@d.test', 'Support <a@b.test>']) {
    expect(() => loadConfig({ ...complete, CONTACT_EMAIL: wrong })).toThrow('CONTACT_EMAIL');
  }
});
