import { platforms as allPlatforms, type PaidTier, type Platform } from '@reelwright/product';
import type { ProviderName } from '@reelwright/sandbox';
import { newcomer, sameOrigin, send, signedIn } from './session.ts';

/** What of a stack people touch: its public address and the sandbox's console. */
export interface Place {
  readonly baseUrl: string;
  readonly sandboxUrl: string;
}

/** Somebody signed in. All they do goes through the gateway, as a browser's calls would. */
export interface Person {
  readonly place: Place;
  readonly email: string;
  /** Small letters and digits; also the name of their accounts at the platforms. */
  readonly name: string;
  readonly userId: string;
  /** What their browser sends along. */
  readonly cookie: string;
  /** A call of their session. @throws HttpRefusal for an answer that is not 2xx */
  api<Body>(path: string, call?: { method?: string; body?: unknown }): Promise<Body>;
  /** Follows a link as a browser would, up to the first redirect. */
  visit(url: string): Promise<Response>;
}

/** The gateway answered, but not with 2xx. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(path: string, status: number, text: string) {
    super(`${path}: ${status} ${text.slice(0, 300)}`);
    this.status = status;
    this.code = /"error":"(\w+)"/.exec(text)?.[1] ?? '';
  }
}

/** A new account, signed in. */
export async function signUp(place: Place): Promise<Person> {
  const { name, email, body: signup } = newcomer();
  const answer = await fetch(`${place.baseUrl}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sameOrigin(place) },
    body: signup,
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new HttpRefusal('/api/auth/signup', answer.status, text);
  const { cookie, userId } = signedIn(answer.headers.getSetCookie(), text);
  const visit = (url: string) => fetch(url, { headers: { cookie, ...sameOrigin(place) }, redirect: 'manual' });

  async function api<Body>(path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) {
    const reply = await send(place, cookie, { method, path, body, timeoutMs: 20_000 });
    const received = await reply.text();
    if (!reply.ok) throw new HttpRefusal(path, reply.status, received);
    return (received === '' ? undefined : JSON.parse(received)) as Body;
  }
  return { place, email, name, userId, cookie, api, visit };
}

/** Buys a plan on the hosted page and waits until Stripe's event has arrived everywhere it counts. */
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
  await patiently(async () => {
    const user = await person.api<{ subscriptionTier: string; videosPerMonth: number }>('/api/auth/user');
    if (user.subscriptionTier !== tier) throw new Error(`still on ${user.subscriptionTier}`);
    const { videosPerMonth } = await person.api<{ videosPerMonth: number }>('/api/video-configuration');
    if (videosPerMonth <= 1) throw new Error('the calendar has not heard of the plan');
    // Publishing answers PLAN_FEATURE until it knows.
    await person.api('/api/facebook/auth');
  });
}

/** What they sign in with at the platform. */
export const accountOf = ({ email, name }: Pick<Person, 'email' | 'name'>, platform: Platform): string =>
  platform === 'youtube' ? email : name;

/** Consents on the platform's own pages with an account of the person's own, and answers what is asked afterwards. */
export async function connect(person: Person, platform: Platform): Promise<void> {
  const { authUrl } = await person.api<{ authUrl: string }>(`/api/${platform}/auth`);
  const callback = await consent(authUrl, accountOf(person, platform));
  const back = (await person.visit(callback)).headers.get('location') ?? '';
  const { searchParams } = new URL(back, person.place.baseUrl);
  if (searchParams.has('error') || (!searchParams.has('connected') && !searchParams.has('choose'))) {
    throw new Error(`${platform} was not connected: ${searchParams.get('reason') ?? back}`);
  }
  if (platform === 'tiktok') await chooseAudience(person);
  if (searchParams.get('choose') === 'facebook') await choosePage(person);
}

/** A new person on the largest plan, with these platforms connected, one after the other, however often it takes. */
export async function settleIn(place: Place, platforms: readonly Platform[] = allPlatforms): Promise<Person> {
  const person = await patiently(() => signUp(place));
  await patiently(() => subscribe(person, 'elite'));
  for (const platform of platforms) await patiently(() => connect(person, platform));
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

/** Fills the forms between a consent's start and its callback: this account, everything ticked, yes. */
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
  if (!location) throw new Error(`no way back from ${address.origin}: ${reply.status}`);
  return location;
}

export interface WantedEntry {
  readonly id?: string;
  /** Wall date and time in the configuration's zone: `2026-12-01`, `09:30`. */
  readonly date: string;
  readonly time: string;
  /** Its first line is what a post is recognised by in the journal: keep it unlike every other. */
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

/** Saves the whole calendar; wall times are UTC unless said otherwise. */
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
  /** Why it does not simply take its course, in words. */
  readonly why: { readonly code: string; readonly message: string; readonly fix: string } | null;
}

/** What the dashboard shows, newest first. */
export async function videos(person: Person): Promise<ShownVideo[]> {
  return (await person.api<{ videos: ShownVideo[] }>('/api/videos')).videos;
}

/** Product time, as the whole stack sees it. */
export async function productTime(place: Place): Promise<Date> {
  const answer = await fetch(`${place.sandboxUrl}/api/clock`);
  return new Date(((await answer.json()) as { now: string }).now);
}

/** Moves product time for the whole stack. */
export async function moveClock(place: Place, to: Date): Promise<void> {
  await tellSandbox(place, '/api/clock', { now: to.toISOString() });
}

/** The providers of the sandbox. `google` plays Drive, YouTube and sign-in. */
export type Provider = ProviderName;

/** Turns chaos switches of a provider; those not named stay as they are. */
export async function setChaos(
  place: Place,
  provider: Provider,
  switches: Readonly<Record<string, number | string | null>>,
): Promise<void> {
  await tellSandbox(place, `/api/chaos/${provider}`, switches);
}

/** How a provider is away; null: it is back. */
export type How = 'refused' | 'unavailable' | null;

/** Takes a provider or the mail server away, or brings it back. */
export async function setAway(place: Place, surface: Provider | 'smtp', how: How): Promise<void> {
  await tellSandbox(place, `/api/away/${surface}`, { how });
}

async function tellSandbox(place: Place, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${place.sandboxUrl}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the sandbox refused ${path}: ${await answer.text()}`);
}

/** Tries again until it holds. Parts of the stack may be away, so any error counts as 'not yet'. */
export async function patiently<Result>(
  ask: () => Promise<Result>,
  { withinMs = 60_000, everyMs = 250 }: { withinMs?: number; everyMs?: number } = {},
): Promise<Result> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}
