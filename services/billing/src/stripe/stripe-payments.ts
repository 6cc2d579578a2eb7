import { type KeyRing, keyRing } from '@reelwright/config';
import { AppError } from '@reelwright/errors';
import Stripe from 'stripe';
import type { StripeConfig } from '../config.ts';
import type { Payments } from './payments.ts';
import { checkoutCalls } from './stripe-checkouts.ts';
import { customerCalls } from './stripe-customers.ts';
import { moneyCalls } from './stripe-money.ts';
import { toEvent } from './stripe-readers.ts';
import { subscriptionCalls } from './stripe-subscriptions.ts';

export interface StripeSettings {
  readonly secretKey: string;
  /** An event is accepted with the signature of any. */
  readonly webhookSecrets: KeyRing;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly protocol?: 'http' | 'https' | undefined;
}

const TIMEOUT_MS = 10_000;

/** The adapter of `Payments` for Stripe; only this folder imports its SDK. */
export function createStripePayments(settings: StripeSettings): Payments {
  const { secretKey, webhookSecrets, host, port, protocol } = settings;
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(host && { host, port: port ?? (protocol === 'http' ? 80 : 443), protocol: protocol ?? 'https' }),
  });
  return {
    ...customerCalls(stripe),
    ...checkoutCalls(stripe),
    ...subscriptionCalls(stripe),
    ...moneyCalls(stripe),
    verifyEvent: (rawBody, signature) => {
      let cause: unknown;
      for (const secret of webhookSecrets) {
        try {
          return toEvent(stripe.webhooks.constructEvent(rawBody, signature ?? '', secret));
        } catch (failure) {
          cause = failure;
        }
      }
      throw new AppError('INVALID_ARGUMENT', 'INVALID_SIGNATURE', 'This event was not signed by Stripe.', { cause });
    },
  };
}

/** The same, by the service's settings. */
export const stripePaymentsOf = (config: StripeConfig): Payments =>
  createStripePayments({
    secretKey: config.STRIPE_SECRET_KEY,
    webhookSecrets: keyRing(config.STRIPE_WEBHOOK_SECRET),
    host: config.STRIPE_HOST,
    port: config.STRIPE_PORT,
    protocol: config.STRIPE_PROTOCOL,
  });
