import { randomInt } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, type StackUrls } from '../people.ts';
import { newcomer, type SignedIn, sameOrigin, send, signedIn } from '../session.ts';
import { type Plan, SOLD } from './catalogue.ts';
import { type HeldPlan, NOTHING } from './held.ts';

/** A response of the gateway, of any status. */
export interface Answer {
  readonly status: number;
  /** The code of an error. */
  readonly error: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A signed-in user, with the state they should have. */
export interface Member {
  readonly stack: StackUrls;
  readonly email: string;
  readonly userId: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Their customer and subscription at Stripe, and the checkout they bought it at; '' before. */
  customer: string;
  subscription: string;
  checkout: string;
  /** Their customer is deleted at Stripe. Its open invoices are not collected and can't be voided. */
  customerGone: boolean;
  heldPlan: HeldPlan;
  /** How many of the month's videos are used. */
  used: number;
  /** Refunds of their payments in cents, and whether a payment is disputed. */
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
const MAX_RETRIES = 20;
const TRY_AGAIN_MS = 500;

/** Creates an account and signs it in, each from another IP address, because the gateway limits sign-ups by address. */
export async function signUp(stack: StackUrls): Promise<Member> {
  const { email, body } = newcomer();
  const { cookie, userId } = await eventually(() => postFromElsewhere(stack, '/api/auth/signup', body));
  async function callOnce(method: string, path: string, given?: unknown): Promise<Answer> {
    const reply = await send(stack, cookie, { method, path, body: given, timeoutMs: TIMEOUT_MS });
    return answerOf(reply.status, await reply.text());
  }
  /** Repeats a call while the gateway returns AUTH_UNAVAILABLE: then no service has received it. */
  async function call(method: string, path: string, given?: unknown): Promise<Answer> {
    for (let again = MAX_RETRIES; ; again--) {
      const answer = await callOnce(method, path, given);
      if (answer.error !== 'AUTH_UNAVAILABLE' || again === 0) return answer;
      await delay(TRY_AGAIN_MS);
    }
  }
  return {
    stack,
    email,
    userId,
    call,
    customer: '',
    subscription: '',
    checkout: '',
    customerGone: false,
    heldPlan: NOTHING,
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

function postFromElsewhere(stack: StackUrls, path: string, body: string): Promise<SignedIn> {
  const { port } = new URL(stack.baseUrl);
  const localAddress = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;
  const headers = { 'content-type': 'application/json', ...sameOrigin(stack), host: new URL(stack.baseUrl).host };
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

/** Makes a call. @throws unless the response is 200, with the call and the response */
export async function must(member: Member, method: string, path: string, body?: unknown): Promise<Answer['body']> {
  const answer = await member.call(method, path, body);
  if (answer.status === 200) return answer.body;
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
}

export const userOf = async (member: Member): Promise<User> =>
  (await must(member, 'GET', '/api/auth/user')) as unknown as User;

/** The body of a subscription request. Only a change can choose the free plan. */
export const choiceOf = (plan: Plan | undefined) => ({
  tier: plan?.tier ?? 'free',
  is1080p: true,
  isAnnual: plan?.annual ?? false,
});

export const limitOf = ({ heldPlan: { plan } }: Member): number => (plan ? SOLD[plan.tier].videos : 1);
