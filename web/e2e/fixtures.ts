import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the journeys with \`make e2e\``);
  return value;
}

const BASE = setting('BASE_URL');
const SANDBOX = setting('SANDBOX_URL');

/** How long one action on the page may take before its step fails. */
const STEP_MS = 30_000;

/** Starts Chromium. A journey fails when one of our scripts throws on its pages. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: setting('CHROME_PATH'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
  });
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly person: { firstName: string; lastName: string; email: string; password: string };
  /** Errors that the page's own scripts threw. */
  readonly faults: string[];
}

/** One step of a journey. The steps of a journey depend on each other, so they form one test; the error names the step. */
export async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new Error(`could not see that the person ${name}`, { cause: error });
  }
}

/** A new person in a browser context of their own. */
export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: BASE,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/Rome',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const person = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: `ada-${randomUUID().slice(0, 8)}@example.com`,
    password: 'a long enough password',
  };
  return { context, page, person, faults };
}

export async function signUp({ page, person }: Visitor): Promise<void> {
  await page.goto('/auth/signup');
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
}

export async function signIn({ page, person }: Visitor, password = person.password): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Calls the API with the session of the signed-in browser. */
export async function callApi<Body>({ page }: Visitor, path: string): Promise<Body> {
  const response = await page.request.get(`${BASE}${path}`);
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Body;
}

export interface JournalEntry {
  readonly at: string;
  readonly provider: string;
  readonly act: string;
  readonly account?: string;
  readonly id: string;
  readonly caption?: string;
  readonly sha256?: string;
  readonly productTime?: string;
  /** YouTube's description is here, since its title identifies the post. */
  readonly detail?: { readonly description?: string; readonly postId?: string };
}

export const sandbox = {
  url: SANDBOX,
  /** The recorded actions of the fake providers, oldest first. */
  async journal(act: string): Promise<JournalEntry[]> {
    const response = await fetch(`${SANDBOX}/api/journal?act=${act}`);
    return ((await response.json()) as { entries: JournalEntry[] }).entries;
  },
  /** The mails sent to an address, newest first. */
  async inbox(to: string): Promise<{ subject: string; text: string; replyTo: string }[]> {
    const response = await fetch(`${SANDBOX}/api/inbox?to=${encodeURIComponent(to)}`);
    return (await response.json()) as { subject: string; text: string; replyTo: string }[];
  },
  async now(): Promise<Date> {
    const response = await fetch(`${SANDBOX}/api/clock`);
    return new Date(((await response.json()) as { now: string }).now);
  },
  /** Moves product time for the whole stack. */
  async moveTo(instant: Date): Promise<void> {
    const response = await fetch(`${SANDBOX}/api/clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now: instant.toISOString() }),
    });
    if (!response.ok) throw new Error(`the clock did not move: ${await response.text()}`);
  },
};

/** The date on a clock in Rome, where visitors' browsers are, as YYYY-MM-DD. */
export const dateInRome = (instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(instant);

/** The time limit for three clips that are rendered at once, on two slow cores that also run a cluster. */
export const RENDERING_MS = 240_000;

/** Repeats the call until its assertion holds. */
export async function eventually<Result>(ask: () => Promise<Result>, timeoutMs = 90_000): Promise<Result> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
