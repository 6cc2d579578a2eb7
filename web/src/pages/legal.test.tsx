import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { failure, show, stubServer } from '../../test/browser.tsx';
import { operator } from '../content/operator.ts';
import { plans } from '../content/plans.ts';
import { storageKeys } from '../lib/browser-storage.ts';
import { formatEuro } from '../lib/format-money.ts';
import { PrivacyPage } from './privacy.tsx';
import { TermsPage } from './terms.tsx';

beforeEach(() => {
  stubServer({ 'GET /api/auth/user': failure(401, 'SIGNED_OUT', 'Sign in.') });
});

/** The text of a section, found by its heading. */
const section = (title: string) =>
  screen.getByRole('region', { name: new RegExp(`^\\d+\\. ${title}$`) }).textContent ?? '';
const titles = () =>
  within(screen.getByRole('article'))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
    .filter((title) => title !== 'Contents');

describe('the terms', () => {
  beforeEach(() => void show(<TermsPage />, '/terms'));

  test('have fourteen numbered sections in order, each with its entry in the contents', () => {
    const names = [
      'General',
      'Service description',
      'Accounts',
      'Ordering and payment',
      'No refund',
      'Intellectual property',
      'Prohibited uses',
      'Liability',
      'Data storage',
      'Privacy',
      'Changes',
      'Termination',
      'Governing law',
      'Final provisions',
    ];
    expect(titles()).toEqual(names.map((name, index) => `${index + 1}. ${name}`));
    const contents = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
    expect(contents.map(({ textContent }) => textContent)).toEqual(names);
    for (const link of contents) expect(document.querySelector(link.getAttribute('href') ?? '')).toBeTruthy();
    expect(screen.getByText(/Effective August 5, 2025/)).toBeTruthy();
  });

  test.each([
    ['General', operator.company],
    ['Service description', '8-second reels in 1080p'],
    ['Service description', 'labelled as AI-generated content'],
    ['Accounts', 'at least 18 years old. If you are younger, you need the consent of a parent or guardian'],
    ['Accounts', '100 requests and 10 video uploads per hour'],
    ['Accounts', '100 MB, as MP4, MOV or AVI'],
    ['Ordering and payment', 'billed monthly or annually'],
    ['Ordering and payment', 'Stripe'],
    ['Ordering and payment', 'Plans renew automatically'],
    ['Ordering and payment', 'ends with the period you have paid for'],
    ['No refund', 'Payments are not refunded.'],
    ['No refund', 'withdraw from a paid plan within 14 days'],
    ['Intellectual property', 'We reply within 48 hours.'],
    ['Intellectual property', operator.email],
    ['Prohibited uses', 'The terms of each platform apply'],
    ['Liability', 'the lower of these two amounts: what you paid us in the last 12 months, or 100 euro'],
    ['Data storage', '3 months'],
    ['Data storage', '12 months'],
    ['Data storage', '7–10 years'],
    ['Data storage', 'Until you delete your account, or 5 years of inactivity'],
    ['Data storage', 'Uploaded third-party audio is deleted within 24 hours'],
    ['Governing law', operator.country],
  ])('contain in %s: %s', (title, words) => {
    expect(section(title)).toContain(words);
  });

  test('list the same prices as the pricing page', () => {
    const table = screen.getByRole('table', { name: 'Plans and prices' });
    for (const plan of plans) {
      const row = within(table).getByRole('row', { name: new RegExp(`^${plan.name} `) });
      expect(row.textContent).toContain(formatEuro(plan.price));
      expect(row.textContent).toContain(formatEuro(plan.annually));
      expect(row.textContent).toContain(String(plan.videosPerMonth));
    }
  });
});

describe('the privacy policy', () => {
  beforeEach(() => void show(<PrivacyPage />, '/privacy'));

  test('has a section for each subject', () => {
    expect(titles()).toEqual([
      '1. Controller',
      '2. Age',
      '3. Data we collect',
      '4. Purposes and legal bases',
      '5. Retention',
      '6. Transfers outside the EU',
      '7. Security',
      '8. Your rights',
      '9. Third-party services',
      '10. Sharing',
      '11. Cookies',
      '12. Changes',
      '13. Complaints',
      '14. Legal framework',
    ]);
    expect(screen.getByText(/Effective August 5, 2025/)).toBeTruthy();
  });

  test.each([
    ['Controller', operator.address],
    ['Age', 'aged 16 and over. If you are under 16, you need the consent of a parent or guardian.'],
    ['Age', 'no data from children under 13'],
    ['Data we collect', 'Identity data'],
    ['Data we collect', 'Payment data'],
    ['Data we collect', 'Technical data'],
    ['Data we collect', 'Social media data'],
    ['Data we collect', 'Usage data'],
    ['Data we collect', 'Communication data'],
    ['Purposes and legal bases', 'Article 6(1)(b) GDPR'],
    ['Retention', '3 months'],
    ['Retention', '12 months'],
    ['Retention', '7–10 years'],
    ['Retention', 'Up to 5 years'],
    ['Retention', '5 years of inactivity'],
    ['Retention', 'deleted within 24 hours'],
    ['Transfers outside the EU', 'standard contractual clauses'],
    ['Your rights', 'Download your data'],
    ['Your rights', 'within 30 days'],
    ['Third-party services', 'will adhere to the Google API Services User Data Policy, including the Limited Use'],
    ['Third-party services', 'TikTok'],
    ['Third-party services', 'Meta'],
    ['Third-party services', 'Stripe'],
    ['Third-party services', 'video model'],
    ['Cookies', '__Host-sid'],
    ['Cookies', '__Host-browser'],
    ['Cookies', '__Host-cell'],
    ['Complaints', operator.authority.name],
    ['Legal framework', '(EU) 2016/679'],
  ])('contains in %s: %s', (title, words) => {
    expect(section(title)).toContain(words);
  });

  test.each(Object.values(storageKeys))('lists %s as stored in the browser', (name) => {
    expect(section('Cookies')).toContain(name);
  });

  test('links to Google’s policy, and to the page that revokes access', () => {
    const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(address('Google Privacy Policy')).toBe('https://policies.google.com/privacy');
    expect(address('Google’s permissions page')).toBe('https://myaccount.google.com/permissions');
  });
});
