import { type Account, get, newId } from './account.ts';
import type { Api } from './calls.ts';
import { invalid } from './failure.ts';
import type { Charge, Dispute } from './objects.ts';
import { changedMetadata, parameters } from './parameters.ts';
import { createdField, isCreatedWithin, pageFields, pageOf } from './presentation.ts';

const day = 86_400;
const texts = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;
const evidenceFields = Object.fromEntries(texts.map((name) => [name, 'clearable'])) as Record<string, 'clearable'>;

/** Opens a dispute of a charge by its card holder. The amount is withdrawn until the dispute is won. */
export function openDispute(account: Account, charge: Charge): Dispute {
  const at = account.timeOf(charge.customer);
  const dispute = account.disputes.put({
    id: newId('du_1', 23),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: at,
    currency: 'eur',
    enhanced_eligibility_types: [],
    evidence: { ...Object.fromEntries(texts.map((name) => [name, null])), enhanced_evidence: {} },
    evidence_details: {
      due_by: at + 9 * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  account.charges.update(charge.id, { disputed: true });
  note(account, dispute);
  account.emit('charge.dispute.created', dispute);
  account.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The dispute calls. As in test mode, `winning_evidence` and `losing_evidence` as uncategorized text decide at once. */
export function addDisputeCalls(api: Api, account: Account): void {
  api.get('/v1/disputes', ({ input, path }) => {
    const { charge, payment_intent, created, ...page } = parameters(input, {
      ...pageFields,
      charge: 'text',
      payment_intent: 'text',
      created: createdField,
    });
    const matching = account.disputes.filter(
      (dispute) =>
        isCreatedWithin(dispute.created, created) &&
        (charge === undefined || dispute.charge === charge) &&
        (payment_intent === undefined || dispute.payment_intent === payment_intent),
    );
    return pageOf(matching, path, page);
  });
  api.get('/v1/disputes/:id', ({ id }) => get(account.disputes, 'dispute', id));

  api.post('/v1/disputes/:id', ({ id, input }) => {
    const { evidence, submit, metadata } = parameters(input, {
      evidence: { fields: evidenceFields },
      submit: 'boolean',
      metadata: 'metadata',
    });
    const dispute = requireOpen(account, id, 'updated');
    const updated = account.disputes.update(id, {
      metadata: changedMetadata(dispute.metadata, metadata),
      evidence: { ...dispute.evidence, ...evidence },
      evidence_details: { ...dispute.evidence_details, has_evidence: evidence !== undefined },
    });
    if (evidence === undefined || submit === false) {
      account.emit('charge.dispute.updated', updated);
      return updated;
    }
    const submitted = account.disputes.update(id, {
      status: 'under_review',
      evidence_details: { ...updated.evidence_details, submission_count: 1 },
    });
    account.emit('charge.dispute.updated', submitted);
    const { uncategorized_text: text } = evidence;
    if (text === 'winning_evidence') return close(account, submitted, 'won');
    return text === 'losing_evidence' ? close(account, submitted, 'lost') : submitted;
  });

  /** Accepts the dispute, which loses it. */
  api.post('/v1/disputes/:id/close', ({ id, input }) => {
    parameters(input, {});
    return close(account, requireOpen(account, id, 'closed'), 'lost');
  });
}

function requireOpen(account: Account, id: string, done: string): Dispute {
  const dispute = get(account.disputes, 'dispute', id);
  if (dispute.status === 'needs_response' || (dispute.status === 'under_review' && done === 'closed')) return dispute;
  throw invalid(`This dispute is ${dispute.status} and can no longer be ${done}.`);
}

function close(account: Account, dispute: Dispute, status: 'won' | 'lost'): Dispute {
  const closed = account.disputes.update(dispute.id, { status });
  note(account, closed);
  account.emit('charge.dispute.closed', closed);
  if (status === 'won') account.emit('charge.dispute.funds_reinstated', closed);
  return closed;
}

function note(account: Account, { id, charge, amount, status }: Dispute): void {
  account.sandbox.journal.record({
    provider: 'stripe',
    act: 'dispute',
    account: account.charges.get(charge)?.customer ?? '',
    id,
    key: charge,
    detail: { amount, status },
  });
}
