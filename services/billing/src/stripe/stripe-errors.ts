import { AppError } from '@reelwright/errors';
import Stripe from 'stripe';
import { subscriptionBusy } from './subscription-busy.ts';

export const isMissing = (error: unknown, param = ''): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  (error.param ?? '').includes(param);

export async function orUndefined<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Runs calls to Stripe and translates their errors into AppErrors. */
export async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw toAppError(cause);
  }
}

const KEY_PERIOD_MS = 15 * 60_000;

/**
 * Calls Stripe under an idempotency key. Stripe replays its own errors under the key for a day, so a replayed error
 * gets a new key every quarter of an hour. Use it for calls whose repetition has no effect or is rejected.
 */
export async function withIdempotencyKey<Result>(
  key: string,
  call: (options: { idempotencyKey: string }) => Promise<Result>,
): Promise<Result> {
  try {
    return await call({ idempotencyKey: key });
  } catch (error) {
    if (!isReplayedError(error)) throw error;
    return call({ idempotencyKey: `${key}-${Math.floor(Date.now() / KEY_PERIOD_MS)}` });
  }
}

const isReplayedError = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError &&
  (error.statusCode ?? 0) >= 500 &&
  error.headers?.['idempotent-replayed'] === 'true';

/** The same for a paginated list. */
export async function* translateEach<Item, Result>(
  items: AsyncIterable<Item>,
  as: (item: Item) => Result,
): AsyncIterable<Result> {
  try {
    for await (const item of items) yield as(item);
  } catch (cause) {
    throw toAppError(cause);
  }
}

/** Decides by class and code, never by message. */
function toAppError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof AppError) return cause;
  if (cause instanceof Stripe.errors.StripeCardError) {
    return new AppError('FAILED_PRECONDITION', 'CARD_DECLINED', cause.message, { cause });
  }
  if (isMissing(cause, 'customer')) {
    return new AppError('NOT_FOUND', 'CUSTOMER_GONE', 'The payment provider no longer has this customer.', { cause });
  }
  if (isMissing(cause) && !isMissing(cause, 'price')) {
    return new AppError('NOT_FOUND', 'NOT_AT_STRIPE', 'The payment provider does not know this.', { cause });
  }
  // Another call on the same object or with the same key is in progress.
  if (cause instanceof Stripe.errors.StripeError && (cause.code === 'lock_timeout' || cause.statusCode === 409)) {
    return subscriptionBusy(cause);
  }
  const isTransient =
    cause instanceof Stripe.errors.StripeConnectionError ||
    cause instanceof Stripe.errors.StripeAPIError ||
    cause instanceof Stripe.errors.StripeRateLimitError;
  if (isTransient) {
    return new AppError(
      'UNAVAILABLE',
      'PAYMENTS_UNAVAILABLE',
      'Payments are not available right now. Please try again.',
      {
        cause,
        retryAfterSeconds: 5,
      },
    );
  }
  return new AppError('INTERNAL', 'PAYMENTS_REFUSED', 'The payment could not be started. Please try again.', {
    cause,
  });
}
