import { type Account, get, newId } from './account.ts';
import type { Api } from './calls.ts';
import { findPrice } from './catalogue.ts';
import { invalid, missing } from './failure.ts';
import type { Schedule, SchedulePhase, Subscription } from './objects.ts';
import { changedMetadata, parameters } from './parameters.ts';
import { plusIntervals } from './periods.ts';
import { pageFields, pageOf } from './presentation.ts';
import { changeSubscription, endSubscription, noteChange } from './subscriptions.ts';

const phaseFields = {
  items: { list: { fields: { price: 'text', quantity: 'integer', metadata: 'ignored' } } },
  start_date: 'text',
  end_date: 'text',
  duration: { fields: { interval: { oneOf: ['day', 'week', 'month', 'year'] }, interval_count: 'integer' } },
  proration_behavior: { oneOf: ['always_invoice', 'create_prorations', 'none'] },
  billing_cycle_anchor: { oneOf: ['automatic', 'phase_start'] },
  metadata: 'ignored',
} as const;

export function addScheduleCalls(api: Api, account: Account): void {
  api.get('/v1/subscription_schedules', ({ input, path }) => {
    const { customer, ...page } = parameters(input, { ...pageFields, customer: 'text' });
    const all = account.schedules.filter((schedule) => customer === undefined || schedule.customer === customer);
    return pageOf(all, path, page);
  });
  api.get('/v1/subscription_schedules/:id', ({ id }) => get(account.schedules, 'subscription schedule', id));

  /** Creates a schedule from a subscription, with one phase: its current period and items. */
  api.post('/v1/subscription_schedules', ({ input }) => {
    const { from_subscription: from } = parameters(input, { from_subscription: 'text' }, 'from_subscription');
    const subscription = get(account.subscriptions, 'subscription', from, 'from_subscription');
    if (subscription.schedule !== null) {
      throw invalid(
        `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}.`,
        'from_subscription',
      );
    }
    if (subscription.status !== 'active' && subscription.status !== 'past_due') {
      throw invalid(`You cannot migrate a subscription that is ${subscription.status}.`, 'from_subscription');
    }
    const schedule = account.schedules.put(scheduleFrom(account, subscription));
    account.emit('subscription_schedule.created', schedule);
    changeSubscription(account, from, { schedule: schedule.id });
    return schedule;
  });

  api.post('/v1/subscription_schedules/:id', ({ id, input }) => {
    const schedule = requireActive(account, id);
    const { phases, end_behavior, metadata } = parameters(input, {
      phases: { list: { fields: phaseFields } },
      end_behavior: { oneOf: ['release', 'cancel'] },
      proration_behavior: 'ignored',
      metadata: 'metadata',
    });
    const updated = account.schedules.update(id, {
      ...(phases === undefined ? {} : { phases: phasesFrom(schedule, phases) }),
      end_behavior: end_behavior ?? schedule.end_behavior,
      metadata: changedMetadata(schedule.metadata, metadata),
    });
    const current = updated.phases.find(({ start_date: start }) => start === schedule.current_phase?.start_date);
    const whole = account.schedules.update(id, {
      current_phase: current ? { start_date: current.start_date, end_date: current.end_date } : updated.current_phase,
    });
    account.emit('subscription_schedule.updated', whole);
    return whole;
  });

  api.post('/v1/subscription_schedules/:id/release', ({ id, input }) => {
    parameters(input, { preserve_cancel_date: 'boolean' });
    return release(account, requireActive(account, id), account.timeOf(account.schedules.get(id)?.customer));
  });
  api.post('/v1/subscription_schedules/:id/cancel', ({ id, input }) => {
    parameters(input, { invoice_now: 'boolean', prorate: 'boolean' });
    const { subscription, customer } = requireActive(account, id);
    if (subscription !== null)
      endSubscription(account, subscription, account.timeOf(customer), 'cancellation_requested');
    return get(account.schedules, 'subscription schedule', id);
  });
}

function requireActive(account: Account, id: string): Schedule {
  const schedule = get(account.schedules, 'subscription schedule', id);
  if (schedule.status !== 'active') {
    throw invalid(`This schedule is ${schedule.status} and can no longer be changed.`);
  }
  return schedule;
}

function scheduleFrom(account: Account, subscription: Subscription): Schedule {
  const [item] = subscription.items.data;
  const at = account.timeOf(subscription.customer);
  const [start_date, end_date] = [item?.current_period_start ?? at, item?.current_period_end ?? at];
  return {
    id: newId('sub_sched_1', 23),
    object: 'subscription_schedule',
    application: null,
    billing_mode: subscription.billing_mode,
    canceled_at: null,
    completed_at: null,
    created: at,
    current_phase: { start_date, end_date },
    customer: subscription.customer,
    default_settings: { billing_cycle_anchor: 'automatic', collection_method: 'charge_automatically' },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    phases: [
      phaseOf(
        subscription.items.data.map(({ price, quantity }) => ({ price: price.id, quantity })),
        start_date,
        end_date,
        'create_prorations',
      ),
    ],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  };
}

function phaseOf(
  items: readonly { price: string; quantity: number }[],
  start_date: number,
  end_date: number,
  proration_behavior: string,
): SchedulePhase {
  return {
    add_invoice_items: [],
    billing_cycle_anchor: null,
    currency: 'eur',
    description: null,
    end_date,
    items: items.map((item) => ({ ...item, discounts: [], metadata: {}, tax_rates: [] })),
    metadata: {},
    proration_behavior,
    start_date,
    trial_end: null,
  };
}

type GivenPhase = {
  items?: { price?: string | undefined; quantity?: number | undefined }[] | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  duration?:
    | { interval?: 'day' | 'week' | 'month' | 'year' | undefined; interval_count?: number | undefined }
    | undefined;
  proration_behavior?: string | undefined;
};

/** Reads the phases. Each begins at the end of the one before; the current one keeps its start. */
function phasesFrom(schedule: Schedule, given: readonly GivenPhase[]): SchedulePhase[] {
  let begin = Number(given[0]?.start_date ?? Number.NaN);
  if (begin !== schedule.current_phase?.start_date) {
    throw invalid('You can not modify the start date of the current phase.', 'phases[0][start_date]');
  }
  return given.map((phase, index) => {
    const at = `phases[${index}]`;
    if (!phase.items || phase.items.length === 0)
      throw invalid(`Missing required param: ${at}[items].`, `${at}[items]`);
    const items = phase.items.map(({ price = '', quantity = 1 }, place) => {
      if (!findPrice(price)) throw missing('price', price, `${at}[items][${place}][price]`);
      return { price, quantity };
    });
    if (phase.start_date !== undefined && Number(phase.start_date) !== begin) {
      throw invalid('The start date of a phase must be the end date of the phase before it.', `${at}[start_date]`);
    }
    const { interval, interval_count = 1 } = phase.duration ?? {};
    const end = interval ? plusIntervals(begin, interval, interval_count) : Number(phase.end_date ?? Number.NaN);
    if (!(end > begin)) {
      throw invalid('Every phase needs an end after its start: `end_date` or `duration`.', `${at}[end_date]`);
    }
    const made = phaseOf(items, begin, end, phase.proration_behavior ?? 'create_prorations');
    begin = end;
    return made;
  });
}

/** Ends the current phase and applies the next one's items. After the last, releases or cancels the subscription. */
export function enterNextPhase(account: Account, schedule: Schedule, at: number): void {
  const next = schedule.phases.find(({ start_date: start }) => start === at);
  const subscription = schedule.subscription === null ? undefined : account.subscriptions.get(schedule.subscription);
  if (!subscription) return;
  if (!next) {
    if (schedule.end_behavior === 'release') release(account, schedule, at);
    else endSubscription(account, subscription.id, at, 'cancellation_requested');
    return;
  }
  const wanted = next.items[0];
  const price = wanted && findPrice(wanted.price);
  const [item] = subscription.items.data;
  if (price && item) {
    const restarts = price.recurring.interval !== item.price.recurring.interval;
    changeSubscription(account, subscription.id, {
      items: { ...subscription.items, data: [{ ...item, price, quantity: wanted.quantity }] },
      ...(restarts ? { billing_cycle_anchor: at } : {}),
    });
    noteChange(account, subscription, 'changed', price.id);
  }
  const entered = account.schedules.update(schedule.id, {
    current_phase: { start_date: next.start_date, end_date: next.end_date },
  });
  account.emit('subscription_schedule.updated', entered);
}

function release(account: Account, schedule: Schedule, at: number): Schedule {
  const released = account.schedules.update(schedule.id, {
    status: 'released',
    released_at: at,
    released_subscription: schedule.subscription,
    subscription: null,
    current_phase: null,
  });
  if (schedule.subscription !== null) changeSubscription(account, schedule.subscription, { schedule: null });
  account.emit('subscription_schedule.released', released);
  return released;
}
