import type { Status } from './held.ts';

/** The effect on the plan. `held.ts` computes tier, dates and amounts for each. */
export type Outcome =
  | 'unchanged'
  /** The chosen plan is bought at a checkout. */
  | 'bought'
  /** The chosen plan begins now and the difference is charged; a cancellation or planned downgrade is withdrawn. */
  | 'upgraded'
  /** The chosen plan begins at the period's end; nothing is charged now. */
  | 'downgrading'
  /** The plan ends with the period. */
  | 'cancelling'
  /** A cancellation or planned downgrade is withdrawn. */
  | 'resumed'
  /** The next period has begun and is paid, after a planned downgrade with the smaller plan. */
  | 'renewed'
  /** The next period has begun and is not paid: seven days of grace. */
  | 'overdue'
  /** The open invoice is paid. */
  | 'paid'
  /** The plan ends at once: the person is on the free plan. */
  | 'gone';

export interface Result {
  /** The HTTP status: Stripe's for an action at Stripe, else Reelwright's. */
  readonly http: number;
  readonly error?: string;
  /** Fields of the response; `<now>`, `<chosen>` are tiers, `<end>` the period's end, `<price>` a period's price in cents. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly outcome: Outcome;
}

export type Row = Readonly<Partial<Record<Status, Result>>>;

export const ok = (outcome: Outcome, body?: Result['body']): Result => ({ http: 200, outcome, ...(body && { body }) });
export const refused = (http: number, error: string): Result => ({ http, error, outcome: 'unchanged' });
export const paidOnes = (result: Result): Row => ({
  active: result,
  cancelling: result,
  downgrading: result,
  overdue: result,
});

/** The error of any change while a payment is overdue. */
export const overdue = refused(400, 'PAYMENT_OVERDUE');
