import { type Account, get, newId } from './account.ts';
import type { Api } from './calls.ts';
import { apiVersion } from './events.ts';
import { invalid } from './failure.ts';
import { parameters } from './parameters.ts';
import { catchUp } from './passing-time.ts';
import { plusIntervals } from './periods.ts';
import { pageFields, pageOf } from './presentation.ts';
import { endSubscription } from './subscriptions.ts';

export function addClockCalls(api: Api, account: Account): void {
  const base = '/v1/test_helpers/test_clocks';
  api.get(base, ({ input, path }) => pageOf(account.clocks.all(), path, parameters(input, pageFields)));
  api.get(`${base}/:id`, ({ id }) => get(account.clocks, 'test clock', id));
  api.post(base, ({ input }) => {
    const { frozen_time, name } = parameters(input, { frozen_time: 'integer', name: 'text' }, 'frozen_time');
    const created = account.timeOf(null);
    return account.clocks.put({
      id: newId('clock_1', 23),
      object: 'test_helpers.test_clock',
      created,
      deletes_after: created + 30 * 86_400,
      frozen_time,
      livemode: false,
      name: name ?? null,
      status: 'ready',
      status_details: {},
    });
  });
  /** Answers `advancing`. The next read shows `ready`, after all due events were played. */
  api.post(`${base}/:id/advance`, ({ id, input }) => {
    const clock = get(account.clocks, 'test clock', id);
    const { frozen_time } = parameters(input, { frozen_time: 'integer' }, 'frozen_time');
    if (frozen_time <= clock.frozen_time) {
      throw invalid('The new frozen time must be after the current frozen time.', 'frozen_time');
    }
    if (frozen_time > furthest(account, id, clock.frozen_time)) {
      throw invalid(
        'Cannot advance test clock: you can only advance up to two intervals of the shortest subscription at a time.',
        'frozen_time',
      );
    }
    const advancing = account.clocks.update(id, { frozen_time, status: 'advancing' });
    account.emit('test_helpers.test_clock.advancing', advancing);
    catchUp(account);
    account.emit('test_helpers.test_clock.ready', account.clocks.update(id, { status: 'ready' }));
    return advancing;
  });
  /** Deletes a clock with its customers. */
  api.delete(`${base}/:id`, ({ id }) => {
    get(account.clocks, 'test clock', id);
    for (const customer of account.customers.filter(({ test_clock }) => test_clock === id)) {
      for (const { id: owned, ended_at } of account.subscriptions.filter((one) => one.customer === customer.id)) {
        if (ended_at === null) endSubscription(account, owned, account.timeOf(customer.id), 'cancellation_requested');
      }
      account.customers.delete(customer.id);
    }
    account.clocks.delete(id);
    return { id, object: 'test_helpers.test_clock', deleted: true };
  });
}

/** Two intervals of the shortest subscription on the clock; two years when there is none. */
function furthest(account: Account, clock: string, from: number): number {
  const intervals = account.subscriptions
    .filter((subscription) => subscription.test_clock === clock && subscription.ended_at === null)
    .flatMap((subscription) => subscription.items.data.map((item) => item.price.recurring.interval));
  return plusIntervals(from, intervals.includes('month') ? 'month' : 'year', 2);
}

export function addEventCalls(api: Api, account: Account): void {
  api.get('/v1/events', ({ input, path }) => {
    const {
      type,
      types,
      created: _created,
      ...page
    } = parameters(input, {
      ...pageFields,
      type: 'text',
      types: { list: 'text' },
      created: 'ignored',
      delivery_success: 'ignored',
    });
    const matching = types ?? (type === undefined ? undefined : [type]);
    const matches = (name: string) =>
      matching === undefined ||
      matching.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))));
    return pageOf(
      account.events.filter((event) => matches(event.type)),
      path,
      page,
    );
  });
  api.get('/v1/events/:id', ({ id }) => get(account.events, 'event', id));

  const fields = { enabled_events: { list: 'text' }, description: 'ignored', metadata: 'ignored' } as const;
  api.get('/v1/webhook_endpoints', ({ input, path }) =>
    pageOf(account.endpoints.all(), path, parameters(input, pageFields)),
  );
  api.get('/v1/webhook_endpoints/:id', ({ id }) => get(account.endpoints, 'webhook endpoint', id));
  /** Creates an endpoint. Only this response has its secret. */
  api.post('/v1/webhook_endpoints', ({ input }) => {
    const params = parameters(
      input,
      { ...fields, url: 'text', api_version: 'text', connect: 'boolean' },
      'url',
      'enabled_events',
    );
    const secret = newId('whsec', 32);
    const endpoint = account.endpoints.put({
      id: newId('we_1', 23),
      object: 'webhook_endpoint',
      api_version: params.api_version ?? apiVersion,
      application: null,
      created: account.timeOf(null),
      description: null,
      enabled_events: params.enabled_events,
      livemode: false,
      metadata: {},
      status: 'enabled',
      url: checkedUrl(params.url),
      _: { secret },
    });
    return { ...endpoint, secret };
  });
  api.post('/v1/webhook_endpoints/:id', ({ id, input }) => {
    get(account.endpoints, 'webhook endpoint', id);
    const { url, enabled_events, disabled } = parameters(input, { ...fields, url: 'text', disabled: 'boolean' });
    return account.endpoints.update(id, {
      ...(url === undefined ? {} : { url: checkedUrl(url), status: 'enabled' }),
      ...(enabled_events === undefined ? {} : { enabled_events }),
      ...(disabled === undefined ? {} : { status: disabled ? 'disabled' : 'enabled' }),
    });
  });
  api.delete('/v1/webhook_endpoints/:id', ({ id }) => {
    get(account.endpoints, 'webhook endpoint', id);
    account.endpoints.delete(id);
    return { id, object: 'webhook_endpoint', deleted: true };
  });
}

function checkedUrl(url: string): string {
  if (!URL.canParse(url)) throw invalid('Not a valid URL', 'url', 'url_invalid');
  return url;
}
