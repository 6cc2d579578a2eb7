import { mapConcurrently } from '../map-concurrently.ts';
import { setChaos } from '../people.ts';
import { say } from '../say.ts';
import { DAY, HOUR, nextCalendarMonth, plusMonths } from './months.ts';
import { moveTo, now, type Run } from './run.ts';
import { type Cast, castActs, castBuys, castPays, castRenews, judgeCast, judgeUnreceived } from './webhook-cast.ts';

interface Disturbance {
  readonly name: string;
  /** Switches of the sandbox while it lasts. */
  readonly chaos?: Readonly<Record<string, number>>;
  /** Events are not sent. They are delivered by hand, newest first, or never. */
  readonly lost?: 'until delivered by hand' | 'for ever';
}

/** Each has its own hour of the day, so that its renewals happen under its own disturbance. */
const DISTURBANCES: readonly Disturbance[] = [
  { name: 'undisturbed' },
  { name: 'every event twice', chaos: { duplicateEvents: 1 } },
  { name: 'last first', chaos: { reorderedEvents: 1, slowModerationMs: 1_500 } },
  { name: 'twice and last first', chaos: { duplicateEvents: 1, reorderedEvents: 1, slowModerationMs: 1_500 } },
  { name: 'all late, newest first', lost: 'until delivered by hand' },
  { name: 'lost until the nightly comparison', lost: 'for ever' },
];
const CALM = { duplicateEvents: 0, reorderedEvents: 0, slowModerationMs: 0 };
/** Time of day by which the nightly comparison with Stripe has run. */
const MORNING = 7 * HOUR;

/**
 * The same five stories under six disturbances of Stripe's events. All must end as without a disturbance, and no payment
 * may be stored twice. Three days later all events are sent once more.
 */
export async function runWebhooks(run: Run): Promise<void> {
  const midnight = nextCalendarMonth((await now(run)) + DAY) + 4 * DAY;
  const casts: [Disturbance, Cast][] = [];
  for (const [hour, disturbance] of DISTURBANCES.entries()) {
    await moveTo(run, midnight + (10 + hour) * HOUR);
    const cast = await withDisturbance(run, disturbance, async () => {
      const bought = await castBuys(run, disturbance.name);
      if (disturbance.lost !== 'for ever') {
        await deliverHeldBack(run, disturbance, bought);
        await castActs(run, bought);
        await deliverHeldBack(run, disturbance, bought);
      }
      return bought;
    });
    casts.push([disturbance, cast]);
    if (disturbance.lost === 'for ever') await judgeUnreceived(run, cast);
    else await judgeCast(run, cast, 'a plan');
  }
  await playLostEvents(run, casts, midnight);

  const nextMonth = plusMonths(midnight, 1);
  for (const [hour, [disturbance, cast]] of casts.entries()) {
    await withDisturbance(run, disturbance, async () => {
      await moveTo(run, nextMonth + (10 + hour) * HOUR + HOUR / 2);
      castRenews(cast);
      await deliverHeldBack(run, disturbance, cast);
    });
    if (disturbance.lost !== 'for ever') await judgeCast(run, cast, 'a month later');
  }
  await run.stripe.setWebhookEnabled(false);
  await overNight(run, nextMonth + DAY + MORNING);
  await run.stripe.setWebhookEnabled(true);
  for (const [, cast] of casts) await judgeCast(run, cast, 'the next morning');
  for (const [disturbance, cast] of casts) {
    if (disturbance.lost === 'for ever') continue;
    await withDisturbance(run, disturbance, async () => {
      await castPays(run, cast);
      await deliverHeldBack(run, disturbance, cast);
    });
    await judgeCast(run, cast, 'all paid');
  }
  await replayEvents(
    run,
    casts.filter(([{ lost }]) => lost !== 'for ever').map(([, cast]) => cast),
    nextMonth + 4 * DAY + MORNING,
  );
  await deliverForgeries(
    run,
    casts.map(([, cast]) => cast),
  );
}

/** Moves the clock to the next morning, after billing's nightly comparison with Stripe. */
async function overNight(run: Run, morning: number): Promise<void> {
  await run.waits.overNight(() => moveTo(run, morning));
  await run.waits.settled();
}

/** Calls `does` while Stripe's events are disturbed, and waits until the events that arrive are handled. */
async function withDisturbance<Result>(
  run: Run,
  { chaos, lost }: Disturbance,
  does: () => Promise<Result>,
): Promise<Result> {
  if (chaos) await setChaos(run.stack, 'stripe', chaos);
  if (lost) await run.stripe.setWebhookEnabled(false);
  const result = await does();
  await run.waits.settled();
  if (lost) await run.stripe.setWebhookEnabled(true);
  if (chaos) await setChaos(run.stack, 'stripe', CALM);
  return result;
}

/** Delivers all events that were held back, newest first. */
async function deliverHeldBack({ stripe, waits }: Run, { lost }: Disturbance, { twins }: Cast): Promise<void> {
  if (lost === 'until delivered by hand') {
    for (const { member } of twins)
      for (const event of await stripe.eventsOf(member.customer)) await stripe.deliver(event);
  }
  await waits.settled();
}

/** No event of a purchase or of the portal arrives, but the nightly comparison finds the changes. */
async function playLostEvents(run: Run, casts: readonly [Disturbance, Cast][], midnight: number): Promise<void> {
  const lost = casts.filter(([disturbance]) => disturbance.lost === 'for ever').map(([, cast]) => cast);
  await run.stripe.setWebhookEnabled(false);
  await overNight(run, midnight + DAY + MORNING);
  for (const cast of lost) {
    await judgeCast(run, cast, 'bought, after a night');
    await castActs(run, cast);
  }
  await overNight(run, midnight + 2 * DAY + MORNING);
  await run.stripe.setWebhookEnabled(true);
  for (const cast of lost) await judgeCast(run, cast, 'changed at Stripe, after a night');
}

/** Three days later all events are sent again with new signatures: they are accepted and change nothing. */
async function replayEvents(run: Run, casts: readonly Cast[], at: number): Promise<void> {
  const { stripe, waits } = run;
  await moveTo(run, at);
  const before = await waits.storedEvents();
  let sent = 0;
  for (const member of casts.flatMap(({ twins }) => twins.map((twin) => twin.member))) {
    await mapConcurrently(await stripe.eventsOf(member.customer), async (event) => {
      sent += 1;
      const { status } = await stripe.deliver(event);
      if (status !== 200) run.report.note(`replayed × ${event.type}`, [`answered ${status}`]);
    });
  }
  await waits.settled();
  const more = (await waits.storedEvents()) - before;
  say(`${sent} events were sent again, three days later`);
  run.report.note('replayed × stored once', more === 0 ? [] : [`${more} of ${sent} were stored again`]);
  for (const cast of casts) await judgeCast(run, cast, 'replayed');
}

/** Events without Stripe's signature, with another secret, or signed too long ago, are rejected and not stored. */
async function deliverForgeries(run: Run, casts: readonly Cast[]): Promise<void> {
  const { stripe, waits } = run;
  const [member] = casts.flatMap(({ twins }) => twins.map((twin) => twin.member));
  const [event] = await stripe.eventsOf(member?.customer ?? '');
  const before = await waits.storedEvents();
  const forgery = { ...event, id: 'evt_1forged', type: 'customer.subscription.deleted' };
  const real = Math.floor(Date.now() / 1000);
  const answers = {
    'signed by somebody else': await stripe.deliver(forgery, 'whsec_of_somebody_else'),
    'signed an hour ago': await stripe.deliver(forgery, undefined, real - HOUR),
    'signed with nothing': await stripe.deliver(forgery, ''),
  };
  for (const [how, { status, error }] of Object.entries(answers)) {
    const mismatches = status === 400 && error === 'INVALID_SIGNATURE' ? [] : [`answered ${status} ${error}`];
    if ((await waits.storedEvents()) !== before) mismatches.push('an event was stored');
    run.report.note(`forged × ${how}`, mismatches);
  }
  for (const cast of casts) await judgeCast(run, cast, 'after forgeries');
}
