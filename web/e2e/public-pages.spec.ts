import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { eventually, newVisitor, openBrowser, sandbox, signUp, step } from './fixtures.ts';

const CONTACT_EMAIL = 'support@reelwright.example';
const WIDTHS = [390, 1440];

/** The sentences that each page must contain. */
const FACTS: Readonly<Record<string, readonly string[]>> = {
  '/terms': [
    'Effective August 5, 2025',
    '8-second reels in 1080p',
    'labelled as AI-generated content',
    'You need to be at least 18 years old.',
    'the consent of a parent or guardian',
    '100 requests and 10 video uploads per hour',
    'Paid plans are billed monthly or annually.',
    'You pay by card on a page of Stripe',
    'Plans renew automatically',
    'Payments are not refunded.',
    'We reply within 48 hours.',
    'The terms of each platform apply',
    'the lower of these two amounts',
    'or 100 euro',
    '3 months on our servers.',
    '7–10 years, as tax law requires.',
    'or 5 years of inactivity.',
    'Uploaded third-party audio is deleted within 24 hours',
    'The law of Italy governs these terms',
  ],
  '/privacy': [
    'Effective August 5, 2025',
    'The controller of your personal data is',
    'Reelwright is for people aged 16 and over.',
    'no data from children under 13',
    'Identity data',
    'Payment data',
    'Technical data',
    'Social media data',
    'Usage data',
    'Communication data',
    '12 months. After that only counts without a name remain.',
    '7–10 years, as tax law requires.',
    'Up to 5 years, or until you withdraw your consent.',
    'standard contractual clauses',
    'Connections are encrypted.',
    'You get our response within 30 days.',
    'including the Limited Use requirements',
    'We share data only:',
    '__Host-sid',
    'supervisory authority of the country where you live or work',
    'General Data Protection Regulation (EU) 2016/679',
  ],
  '/contact': ['Typical reply within 24 hours on business days.', CONTACT_EMAIL],
  '/data-deletion': [
    'Apps and websites',
    'Data Deletion Request',
    'Facebook user ID',
    'Name',
    'Email',
    'Picture',
    'Social connections',
    'Preferences',
    'Generated videos',
    'Upload history',
    'Scheduling preferences',
    'Usage logs',
    'within 30 days',
  ],
};

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function requireNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
}

/** Requests every link of the footer as a browser requests a page. */
async function requireFooterLinks(page: Page, wanted: readonly string[]): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Footer' }).getByRole('link');
  await links.first().waitFor();
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(found).toEqual(expect.arrayContaining([...wanted]));
  for (const href of found) {
    const answer = await page.request.get(new URL(href, page.url()).href, { headers: { accept: 'text/html' } });
    expect([href, answer.status()]).toEqual([href, 200]);
  }
}

describe.each(Object.entries(FACTS))('%s', (path, facts) => {
  it.each(WIDTHS)('contains its required sentences, %s px wide, without scrolling sideways', async (width) => {
    const { context, page, faults } = await newVisitor(browser);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const fact of facts) {
      await step(`reads "${fact}"`, () =>
        page.getByRole('main').getByText(fact).filter({ visible: true }).first().waitFor(),
      );
    }
    await requireNoSidewaysScroll(page);
    expect(faults).toEqual([]);
    await context.close();
  });
});

it('redirects from the old address of the terms, and links to each of their sections', async () => {
  const { context, page } = await newVisitor(browser);
  const moved = await page.request.get('/terms-and-conditions', { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([308, '/terms']);
  await page.goto('/terms-and-conditions');
  await page.waitForURL('**/terms');
  const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
  await contents.last().waitFor();
  expect(await contents.count()).toBe(14);
  await contents.last().click();
  await page.waitForURL('**/terms#final');
  await page.getByRole('heading', { name: '14. Final provisions' }).waitFor();
  await context.close();
});

it('has only links to existing pages in the footers of the landing page and the dashboard', async () => {
  const visitor = await newVisitor(browser);
  const { context, page } = visitor;
  await page.goto('/');
  await requireFooterLinks(page, ['/pricing', '/contact', '/data-deletion', '/privacy', '/terms', '/#faq']);
  await signUp(visitor);
  await page.goto('/dashboard');
  await requireFooterLinks(page, ['/regeneration', '/social', '/faq', '/contact', '/privacy', '/terms']);
  for (const width of [320, 900, 980, 1100, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await requireNoSidewaysScroll(page);
    const header = await page.locator('.app-head').boundingBox();
    expect(header?.height ?? 0).toBeLessThanOrEqual(80);
  }
  await context.close();
});

it('delivers a message of the contact form to the operator once', async () => {
  const { context, page, person } = await newVisitor(browser);
  const words = `My song is in one of your sample videos. ${randomUUID()}`;
  await page.goto('/contact?topic=takedown');
  await page.getByText('We reply to takedown requests within 48 hours.').first().waitFor();
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Message').fill(words);
  await step('finds the message again after a reload', async () => {
    await page.reload();
    await page.getByText(`${words.length} of 4000 characters`).waitFor();
  });
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('heading', { name: 'Your message is on its way.' }).waitFor();
  const mails = await eventually(async () => {
    const found = (await sandbox.inbox(CONTACT_EMAIL)).filter(({ text }) => text.includes(words));
    expect(found).toHaveLength(1);
    return found;
  });
  expect(mails[0]).toMatchObject({ subject: 'Contact: Takedown request', replyTo: person.email });
  expect(await sandbox.inbox(person.email)).toEqual([]);
  await context.close();
});
