import type { Price, StripeObject } from './objects.ts';

/** Fields that are always null here, by kind of object. */
const nulls: Readonly<Record<string, readonly string[]>> = {
  'billing_portal.session': ['customer_account'],
  charge: [
    'application',
    'application_fee',
    'application_fee_amount',
    'calculated_statement_descriptor',
    'failure_balance_transaction',
    'fraud_details',
    'on_behalf_of',
    'receipt_email',
    'receipt_number',
    'receipt_url',
    'review',
    'shipping',
    'source',
    'source_transfer',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_data',
    'transfer_group',
  ],
  'checkout.session': [
    'allowed_payment_method_types',
    'collected_information',
    'consent',
    'consent_collection',
    'currency_conversion',
    'customer_account',
    'discounts',
    'integration_identifier',
    'managed_payments',
    'origin_context',
    'payment_method_configuration_details',
    'payment_method_options',
    'permissions',
    'recovered_from',
    'saved_payment_method_options',
    'shipping_address_collection',
    'shipping_cost',
    'wallet_options',
  ],
  invoice: [
    'account_tax_ids',
    'customer_account',
    'customer_address',
    'customer_phone',
    'customer_shipping',
    'customer_tax_exempt',
    'default_source',
    'from_invoice',
    'latest_revision',
    'rendering',
    'shipping_cost',
    'shipping_details',
    'statement_descriptor',
    'total_pretax_credit_amounts',
  ],
  item: ['adjustable_quantity', 'metadata'],
  line_item: ['quantity_decimal'],
  payment_intent: [
    'allowed_payment_method_types',
    'application',
    'application_fee_amount',
    'automatic_payment_methods',
    'cancellation_reason',
    'customer_account',
    'excluded_payment_method_types',
    'managed_payments',
    'on_behalf_of',
    'payment_method_configuration_details',
    'payment_method_options',
    'payment_record',
    'processing',
    'receipt_email',
    'review',
    'shipping',
    'source',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_group',
  ],
  payment_method: ['customer_account'],
  product: ['tax_details'],
  refund: ['customer', 'customer_account', 'payment_method', 'source_transfer_reversal', 'transfer_reversal'],
  subscription: ['managed_payments'],
  subscription_item: ['current_trial'],
  subscription_schedule: ['customer_account'],
};

const others: Readonly<Record<string, object>> = {
  'checkout.session': {
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    shipping_options: [],
  },
  invoice: {
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
  },
  subscription: { billing_schedules: [] },
  subscription_schedule: { pause_schedules: [] },
};

/** Both, by kind of object. */
const unused: Readonly<Record<string, object>> = Object.fromEntries(
  [...new Set([...Object.keys(nulls), ...Object.keys(others)])].map((kind) => [
    kind,
    { ...Object.fromEntries((nulls[kind] ?? []).map((name) => [name, null])), ...others[kind] },
  ]),
);

/** An object with all fields of its kind. */
export function complete(object: StripeObject): StripeObject {
  const { object: kind } = object;
  const plan = kind === 'subscription_item' ? { plan: planOf(object.price as Price) } : {};
  return { ...unused[kind], ...plan, ...object };
}

/** The former `plan` object of a price, which is still sent with every item. */
function planOf(price: Price): object {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring.interval,
    interval_count: price.recurring.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
