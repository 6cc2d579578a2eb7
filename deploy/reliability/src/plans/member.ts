import { randomInt } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Place, patiently } from '../people.ts';
import { newcomer, type SignedIn, sameOrigin, send, signedIn } from '../session.ts';
import { type Plan, SOLD } from './catalogue.ts';
import { type Held, NOTHING } from './held.ts';

/** What the gateway answered, whatever it was. */
export interface Answer {
  readonly status: number;
  /** The code of a refusal. */
  readonly error: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Somebody signed in, with what they should have by the rules. */
export interface Member {
  readonly place: Place;
  readonly email: string;
  readonly userId: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Their customer and subscription at Stripe, and the checkout they bought it at; '' before. */
  customer: string;
  subscription: string;
  checkout: string;
  /** Stripe has no such customer any more. What was open is not collected, and can't be voided either. */
  customerGone: boolean;
  held: Held;
  /** What is taken of the month's videos. */
  used: number;
  /** Cents that went back of their payments, and whether one of these is disputed. */
  refunded: number;
  disputed: boolean;
}

/** The signed-in user as GET /api/auth/user shows them. */
export interface User {
  readonly subscriptionTier: string;
  readonly isAnnual: boolean;
  readonly videosPerMonth: number;
  readonly videosUsedThisMonth: number;
  readonly videosGeneratedThisMonth: number;
  readonly usageResetsAt: string | null;
  readonly stripeSubscriptionId: string | null;
  readonly subscriptionCancelledAt: string | null;
  readonly subscriptionExpiresAt: string | null;
  readonly subscriptionStatus: string;
  readonly nextTier: string | null;
  readonly currentPeriodEnd: string | null;
  readonly paymentDueBy: string | null;
}

const TIMEOUT_MS = 30_000;
const MOST_TRIES = 20;
const TRY_AGAIN_MS = 500;

/** A new account, signed in. Each comes from an address of its own, for the gateway counts sign-ups by address. */
export async function signUp(place: Place): Promise<Member> {
  const { email, body } = newcomer();
  const { cookie, userId } = await patiently(() => postFromElsewhere(place, '/api/auth/signup', body));
  async function callOnce(method: string, path: string, given?: unknown): Promise<Answer> {
    const reply = await send(place, cookie, { method, path, body: given, timeoutMs: TIMEOUT_MS });
    return answerOf(reply.status, await reply.text());
  }
  /** A busy machine may keep the gateway from checking the session in time: then nobody has seen the call. */
  async function call(method: string, path: string, given?: unknown): Promise<Answer> {
    for (let again = MOST_TRIES; ; again--) {
      const answer = await callOnce(method, path, given);
      if (answer.error !== 'AUTH_UNAVAILABLE' || again === 0) return answer;
      await delay(TRY_AGAIN_MS);
    }
  }
  return {
    place,
    email,
    userId,
    call,
    customer: '',
    subscription: '',
    checkout: '',
    customerGone: false,
    held: NOTHING,
    used: 0,
    refunded: 0,
    disputed: false,
  };
}

function answerOf(status: number, text: string): Answer {
  let body: Record<string, unknown> = {};
  try {
    body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    body = { text: text.slice(0, 200) };
  }
  return { status, error: typeof body.error === 'string' ? body.error : undefined, body };
}

function postFromElsewhere(place: Place, path: string, body: string): Promise<SignedIn> {
  const { port } = new URL(place.baseUrl);
  const localAddress = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;
  const headers = { 'content-type': 'application/json', ...sameOrigin(place), host: new URL(place.baseUrl).host };
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, method: 'POST', localAddress, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (piece: string) => {
        text += piece;
      });
      reply.on('end', () => {
        if (reply.statusCode !== 201) return reject(new Error(`${path}: ${reply.statusCode} ${text.slice(0, 200)}`));
        resolve(signedIn(reply.headers['set-cookie'] ?? [], text));
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** @throws unless the answer is 200, with what was asked and what came */
export async function must(member: Member, method: string, path: string, body?: unknown): Promise<Answer['body']> {
  const answer = await member.call(method, path, body);
  if (answer.status === 200) return answer.body;
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
}

export const userOf = async (member: Member): Promise<User> =>
  (await must(member, 'GET', '/api/auth/user')) as unknown as User;

/** The body of a subscription request; the free plan is only a choice for a change. */
export const choiceOf = (plan: Plan | undefined) => ({
  tier: plan?.tier ?? 'free',
  is1080p: true,
  isAnnual: plan?.annual ?? false,
});

export const limitOf = ({ held: { plan } }: Member): number => (plan ? SOLD[plan.tier].videos : 1);
