import type { PaidTier } from '@reelwright/product';
import type { ProviderName } from '@reelwright/sandbox';
import {
  emulatedPlatforms as allPlatforms,
  type EmulatedPlatform as Platform,
  platformProviders,
} from '@reelwright/sandbox/platforms';
import { newcomer, sameOrigin, send, signedIn } from './session.ts';

/** The addresses of a stack that people use: the gateway's and the sandbox console's. */
export interface StackUrls {
  readonly baseUrl: string;
  readonly sandboxUrl: string;
}

/** A signed-in user. All their calls go through the gateway, as a browser's do. */
export interface Person {
  readonly stack: StackUrls;
  readonly email: string;
  /** Small letters and digits; also the name of their accounts at the platforms. */
  readonly name: string;
  readonly userId: string;
  /** The Cookie header of their browser. */
  readonly cookie: string;
  /** Makes a call with their session. @throws HttpError for a response that is not 2xx */
  api<Body>(path: string, call?: { method?: string; body?: unknown }): Promise<Body>;
  /** Follows a link as a browser would, up to the first redirect. */
  visit(url: string): Promise<Response>;
}

/** A response of the gateway that is not 2xx. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(path: string, status: number, text: string) {
    super(`${path}: ${status} ${text.slice(0, 300)}`);
    this.status = status;
    this.code = /"error":"(\w+)"/.exec(text)?.[1] ?? '';
  }
}

/** Creates an account and signs it in. */
export async function signUp(stack: StackUrls): Promise<Person> {
  const { name, email, body: signup } = newcomer();
  const response = await fetch(`${stack.baseUrl}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sameOrigin(stack) },
    body: signup,
  });
  const text = await response.text();
  if (response.status !== 201) throw new HttpError('/api/auth/signup', response.status, text);
  const { cookie, userId } = signedIn(response.headers.getSetCookie(), text);
  const visit = (url: string) => fetch(url, { headers: { cookie, ...sameOrigin(stack) }, redirect: 'manual' });

  async function api<Body>(path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) {
    const reply = await send(stack, cookie, { method, path, body, timeoutMs: 20_000 });
    const received = await reply.text();
    if (!reply.ok) throw new HttpError(path, reply.status, received);
    return (received === '' ? undefined : JSON.parse(received)) as Body;
  }
  return { stack, email, name, userId, cookie, api, visit };
}

/** Buys a plan on Stripe's page and waits until auth, scheduling and publishing have applied it. */
export async function subscribe(person: Person, tier: PaidTier): Promise<void> {
  const { checkoutUrl } = await person.api<{ checkoutUrl: string }>('/api/create-subscription', {
    method: 'POST',
    body: { tier, is1080p: true, isAnnual: false },
  });
  const paid = await fetch(checkoutUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: person.email, name: person.name, number: '4242424242424242' }),
  });
  if (paid.status !== 303) throw new Error(`the checkout page answered ${paid.status}`);
  await eventually(async () => {
    const user = await person.api<{ subscriptionTier: string; videosPerMonth: number }>('/api/auth/user');
    if (user.subscriptionTier !== tier) throw new Error(`still on ${user.subscriptionTier}`);
    const { videosPerMonth } = await person.api<{ videosPerMonth: number }>('/api/video-configuration');
    if (videosPerMonth <= 1) throw new Error('the calendar does not have the plan yet');
    // Publishing returns PLAN_FEATURE until it has the plan.
    await person.api('/api/facebook/auth');
  });
}

/** The name or address that they sign in with at the platform. */
export const accountOf = ({ email, name }: Pick<Person, 'email' | 'name'>, platform: Platform): string =>
  platformProviders[platform] === 'google' ? email : name;

/** Connects a platform: consents on its pages with the person's own account, then chooses the audience or the Page. */
export async function connect(person: Person, platform: Platform): Promise<void> {
  const { authUrl } = await person.api<{ authUrl: string }>(`/api/${platform}/auth`);
  const callback = await consent(authUrl, accountOf(person, platform));
  const back = (await person.visit(callback)).headers.get('location') ?? '';
  const { searchParams } = new URL(back, person.stack.baseUrl);
  if (searchParams.has('error') || (!searchParams.has('connected') && !searchParams.has('choose'))) {
    throw new Error(`${platform} was not connected: ${searchParams.get('reason') ?? back}`);
  }
  if (searchParams.has('setup')) await chooseAudience(person);
  if (searchParams.has('choose')) await choosePage(person);
}

/** Creates a person on the largest plan with these platforms connected. Each step is retried until it works. */
export async function createSubscriber(
  stack: StackUrls,
  platforms: readonly Platform[] = allPlatforms,
): Promise<Person> {
  const person = await eventually(() => signUp(stack));
  await eventually(() => subscribe(person, 'elite'));
  for (const platform of platforms) await eventually(() => connect(person, platform));
  return person;
}

async function chooseAudience(person: Person): Promise<void> {
  const { privacyOptions } = await person.api<{ privacyOptions: string[] }>('/api/tiktok/settings');
  await person.api('/api/tiktok/settings', {
    method: 'PUT',
    body: {
      privacyLevel: privacyOptions.includes('PUBLIC_TO_EVERYONE') ? 'PUBLIC_TO_EVERYONE' : privacyOptions[0],
      allowComment: false,
      allowDuet: false,
      allowStitch: false,
      consent: true,
    },
  });
}

async function choosePage(person: Person): Promise<void> {
  const { pages } = await person.api<{ pages: { id: string }[] }>('/api/facebook/pages');
  await person.api('/api/facebook/page', { method: 'PUT', body: { pageId: pages[0]?.id } });
}

/** Fills in the consent forms: this account, every permission ticked, Allow. @returns the callback's address */
async function consent(authUrl: string, account: string): Promise<string> {
  const address = new URL(authUrl);
  address.searchParams.set('account', account);
  let text = await (await fetch(address, { redirect: 'manual' })).text();
  const channel = /name="channel" value="([^"]+)"/.exec(text)?.[1];
  if (channel) {
    address.searchParams.set('channel', channel);
    text = await (await fetch(address, { redirect: 'manual' })).text();
  }
  const form = new URLSearchParams({ decision: 'allow' });
  for (const [, name = '', value = ''] of text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    form.set(
      name,
      value.replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code))),
    );
  }
  for (const [, name = ''] of text.matchAll(/type="checkbox" name="([^"]+)"/g)) form.set(name, 'on');
  const reply = await fetch(`${address.origin}${address.pathname}`, { method: 'POST', body: form, redirect: 'manual' });
  const location = reply.headers.get('location');
  if (!location) throw new Error(`${address.origin} did not redirect back: ${reply.status}`);
  return location;
}

export interface WantedEntry {
  readonly id?: string;
  /** Local date and time in the configuration's time zone: `2026-12-01`, `09:30`. */
  readonly date: string;
  readonly time: string;
  /** Its first line identifies the post in the journal, so it must be unique. */
  readonly caption?: string;
}

export interface SavedEntry {
  readonly id: string;
  readonly date: string;
  readonly time: string;
  /** RFC 3339, UTC. */
  readonly publishAt: string;
  readonly state: string;
}

/** Saves the whole calendar. Local times are UTC unless `timeZone` is given. */
export async function saveEntries(
  person: Person,
  entries: readonly WantedEntry[],
  { timeZone = 'UTC' }: { timeZone?: string } = {},
): Promise<SavedEntry[]> {
  await person.api('/api/video-configurations', {
    method: 'POST',
    body: {
      videoType: 'v2',
      includeAudio: false,
      notes: 'Kept promises',
      timeZone,
      scheduledDates: entries,
    },
  });
  return (await person.api<{ scheduledDates: SavedEntry[] }>('/api/video-configuration')).scheduledDates;
}

export interface ShownPost {
  readonly platform: Platform;
  readonly state: string;
  readonly code: string | null;
  readonly message: string | null;
  readonly at: string | null;
  readonly permalink: string | null;
}

export interface ShownVideo {
  readonly id: string;
  readonly caption: string;
  readonly variation: number;
  readonly publishAt: string | null;
  readonly mediaUrl: string | null;
  readonly stages: {
    readonly requested: { readonly at: string | null };
    readonly rendering: {
      readonly state: string;
      readonly at: string | null;
      readonly code: string | null;
      readonly percent: number;
      readonly place: number | null;
      readonly readyInSeconds: number | null;
    };
    readonly drive: { readonly state: string; readonly at: string | null; readonly code: string | null };
  };
  readonly posts: readonly ShownPost[];
  readonly state: string;
  /** The cause of a delay or failure, in words. */
  readonly why: { readonly code: string; readonly message: string; readonly fix: string } | null;
}

/** The videos that the dashboard shows, newest first. */
export async function videos(person: Person): Promise<ShownVideo[]> {
  return (await person.api<{ videos: ShownVideo[] }>('/api/videos')).videos;
}

/** How far a video is, in a few words that change while it advances. */
function progressOf({ stages: { rendering, drive } }: ShownVideo): string {
  return `${rendering.state} ${rendering.percent} %, place ${rendering.place ?? 0}, drive ${drive.state}`;
}

/** The address of a person's newest video, once it is made and delivered. */
export async function deliveredVideo(person: Person): Promise<string> {
  return await whileAdvancing(async () => {
    const [video] = await videos(person);
    if (video?.stages.drive.state === 'done' && video.mediaUrl) return video.mediaUrl;
    throw new Error(`the video is not delivered: ${video ? progressOf(video) : 'not requested'}`);
  });
}

/** Resolves once so many of a person's videos are made and delivered. */
export async function deliveredVideos(
  person: Person,
  count: number,
  polling: { everyMs?: number } = {},
): Promise<void> {
  await whileAdvancing(async () => {
    const shown = await videos(person);
    const open = shown.filter(({ stages }) => stages.drive.state !== 'done');
    const done = shown.length - open.length;
    if (done < count) throw new Error(`${done} of ${count} videos are delivered; ${open.map(progressOf).join('; ')}`);
  }, polling);
}

/** The stack's product time. */
export async function productTime(stack: StackUrls): Promise<Date> {
  const response = await fetch(`${stack.sandboxUrl}/api/clock`);
  return new Date(((await response.json()) as { now: string }).now);
}

/** Moves product time for the whole stack. */
export async function moveClock(stack: StackUrls, to: Date): Promise<void> {
  await putToSandbox(stack, '/api/clock', { now: to.toISOString() });
}

/** The providers of the sandbox. `google` plays Drive, YouTube and sign-in. */
export type Provider = ProviderName;

/** Sets chaos switches of a provider; switches that are not named keep their value. */
export async function setChaos(
  stack: StackUrls,
  provider: Provider,
  switches: Readonly<Record<string, number | string | null>>,
): Promise<void> {
  await putToSandbox(stack, `/api/chaos/${provider}`, switches);
}

/** How a provider is unavailable; null when it is not. */
export type AwayKind = 'refused' | 'unavailable' | null;

/** Makes a provider or the mail server unavailable, or available again. */
export async function setAway(stack: StackUrls, surface: Provider | 'smtp', how: AwayKind): Promise<void> {
  await putToSandbox(stack, `/api/away/${surface}`, { how });
}

async function putToSandbox(stack: StackUrls, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${stack.sandboxUrl}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the sandbox refused ${path}: ${await response.text()}`);
}

interface Polling {
  readonly withinMs?: number;
  readonly everyMs?: number;
}

/** Retries until the call succeeds. Any error is retried, because parts of the stack may be unavailable. */
export function eventually<Result>(ask: () => Promise<Result>, polling: Polling = {}): Promise<Result> {
  return retry(ask, () => false, polling);
}

const STANDSTILL_MS = 180_000;

/**
 * Like `eventually`, for work that takes minutes on a slow machine. Each error with a new message restarts the time limit,
 * so the messages must say how far the work is.
 */
export function whileAdvancing<Result>(
  ask: () => Promise<Result>,
  { withinMs = STANDSTILL_MS, ...polling }: Polling = {},
): Promise<Result> {
  const seen = new Set<string>();
  const isNew = (error: unknown) => seen.size < seen.add(String(error)).size;
  return retry(ask, isNew, { withinMs, ...polling });
}

async function retry<Result>(
  ask: () => Promise<Result>,
  hasAdvanced: (error: unknown) => boolean,
  { withinMs = 60_000, everyMs = 250 }: Polling,
): Promise<Result> {
  let end = Date.now() + withinMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (hasAdvanced(error)) end = Date.now() + withinMs;
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}
