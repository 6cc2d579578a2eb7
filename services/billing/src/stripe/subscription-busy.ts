import { AppError } from '@reelwright/errors';

/** Another change of the same subscription is in progress, here or at Stripe. */
export const subscriptionBusy = (cause?: unknown): AppError =>
  new AppError('ABORTED', 'SUBSCRIPTION_BUSY', 'Your subscription is changing right now. Please try again.', { cause });
