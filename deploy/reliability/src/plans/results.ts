import type { Status } from './held.ts';

/** What becomes of the plan. What each means for tier, dates and money is worked out in `held.ts`. */
export type Outcome =
  | 'unchanged'
  /** Today's plan is paid at a checkout. */
  | 'bought'
  /** The chosen plan now, the difference is charged; a cancellation or a planned downgrade is void. */
  | 'upgraded'
  /** The chosen plan from the period's end on; nothing is charged now. */
  | 'downgrading'
  /** Ends with the period. */
  | 'cancelling'
  /** A cancellation or a planned downgrade is taken back. */
  | 'resumed'
  /** The next period has begun and is paid; with a planned downgrade it is the smaller plan's. */
  | 'renewed'
  /** The next period has begun and is not paid: seven days of grace. */
  | 'overdue'
  /** What was owed is paid. */
  | 'paid'
  /** The free plan. */
  | 'gone';

export interface Result {
  /** HTTP status, of Reelwright or, for what happens at Stripe, of Stripe. */
  readonly http: number;
  readonly error?: string;
  /** Fields of the answer; `<now>`, `<chosen>` are tiers, `<end>` the period's end, `<price>` a period's price in cents. */
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

/** Nothing is changed while a payment is open. */
export const overdue = refused(400, 'PAYMENT_OVERDUE');
