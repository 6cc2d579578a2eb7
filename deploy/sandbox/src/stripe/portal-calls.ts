import { type Account, get, newId } from './account.ts';
import type { Api } from './calls.ts';
import { locales } from './checkout-calls.ts';
import { invalid } from './failure.ts';
import type { PortalSession } from './objects.ts';
import { parameters } from './parameters.ts';

const ofSubscription = {
  fields: { subscription: 'text', retention: 'ignored', items: 'ignored', discounts: 'ignored' },
} as const;
const flowFields = {
  type: {
    oneOf: [
      'customer_update',
      'payment_method_update',
      'subscription_cancel',
      'subscription_pause',
      'subscription_update',
      'subscription_update_confirm',
    ],
  },
  after_completion: {
    fields: {
      type: { oneOf: ['hosted_confirmation', 'portal_homepage', 'redirect'] },
      redirect: { fields: { return_url: 'text' } },
      hosted_confirmation: 'ignored',
    },
  },
  subscription_cancel: ofSubscription,
  subscription_pause: ofSubscription,
  subscription_update: ofSubscription,
  subscription_update_confirm: ofSubscription,
  customer_update: 'ignored',
} as const;
interface GivenFlow {
  type?: string | undefined;
  after_completion?:
    | { type?: string | undefined; redirect?: { return_url?: string | undefined } | undefined }
    | undefined;
  [configuration: string]: unknown;
}

/** The customer portal's sessions. Only a change of the card is emulated; the other flows open the same page. */
export function addPortalCalls(api: Api, account: Account): void {
  api.post('/v1/billing_portal/sessions', ({ input }) => {
    const { customer, return_url, flow_data, locale } = parameters(
      input,
      {
        customer: 'text',
        return_url: 'text',
        flow_data: { fields: flowFields },
        configuration: 'ignored',
        locale: { oneOf: [...locales, 'en-AU', 'en-CA', 'en-IE', 'en-IN', 'en-NZ', 'en-SG'] },
      },
      'customer',
    );
    get(account.customers, 'customer', customer, 'customer');
    requireUrl(return_url, 'return_url');
    const flow = flow_data ? flowFrom(account, customer, flow_data) : null;
    const id = newId('bps_1', 23);
    return account.portalSessions.put({
      id,
      object: 'billing_portal.session',
      configuration: 'bpc_reelwright',
      created: account.timeOf(customer),
      customer,
      flow,
      livemode: false,
      locale: locale ?? null,
      on_behalf_of: null,
      return_url: return_url ?? null,
      url: `${account.sandbox.origins.browser('stripe')}/p/session/${id}`,
    });
  });
}

function flowFrom(account: Account, customer: string, params: GivenFlow): PortalSession['flow'] {
  const { type, after_completion: after } = params;
  if (type === undefined) {
    throw invalid('Missing required param: flow_data[type].', 'flow_data[type]', 'parameter_missing');
  }
  if (type.startsWith('subscription_')) requireOwn(account, customer, type, params[type]);
  if (after?.type === 'redirect' && after.redirect?.return_url === undefined) {
    const param = 'flow_data[after_completion][redirect]';
    throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
  }
  const url = after?.redirect?.return_url;
  requireUrl(url, 'flow_data[after_completion][redirect][return_url]');
  return {
    type,
    after_completion: {
      type: after?.type ?? 'portal_homepage',
      hosted_confirmation: null,
      redirect: url === undefined ? null : { return_url: url },
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    ...(type.startsWith('subscription_') ? { [type]: params[type] } : {}),
  };
}

function requireOwn(account: Account, customer: string, type: string, configuration: unknown): void {
  const param = `flow_data[${type}]`;
  const id = (configuration as { subscription?: string } | undefined)?.subscription;
  if (id === undefined) throw invalid(`Missing required param: ${param}[subscription].`, param, 'parameter_missing');
  const subscription = get(account.subscriptions, 'subscription', id, `${param}[subscription]`);
  if (subscription.customer !== customer || subscription.ended_at !== null) {
    throw invalid('The subscription cannot be managed: it is not an active one of this customer.', param);
  }
}

function requireUrl(url: string | undefined, param: string): void {
  if (url !== undefined && !URL.canParse(url)) throw invalid('Not a valid URL', param, 'url_invalid');
}
