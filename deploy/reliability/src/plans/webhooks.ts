import { inTurns } from '../in-turns.ts';
import { setChaos } from '../people.ts';
import { say } from '../say.ts';
import { DAY, HOUR, nextCalendarMonth, plusMonths } from './months.ts';
import { moveTo, now, type Run } from './run.ts';
import { type Cast, castActs, castBuys, castPays, castRenews, judgeCast, judgeUnheard } from './webhook-cast.ts';

interface Disturbance {
  readonly name: string;
  /** Switches of the sandbox while it lasts. */
  readonly chaos?: Readonly<Record<string, number>>;
  /** Events do not arrive: they are brought by hand, newest first, or never. */
  readonly lost?: 'until brought by hand' | 'for ever';
}

/** An hour of the day each: so each has its own renewals, under its own disturbance. */
const DISTURBANCES: readonly Disturbance[] = [
  { name: 'undisturbed' },
  { name: 'every event twice', chaos: { duplicateEvents: 1 } },
  { name: 'last first', chaos: { reorderedEvents: 1, slowModerationMs: 1_500 } },
  { name: 'twice and last first', chaos: { duplicateEvents: 1, reorderedEvents: 1, slowModerationMs: 1_500 } },
  { name: 'all late, newest first', lost: 'until brought by hand' },
  { name: 'lost until the nightly look', lost: 'for ever' },
];
const CALM = { duplicateEvents: 0, reorderedEvents: 0, slowModerationMs: 0 };
/** Product time by which the nightly look at Stripe has been. */
const MORNING = 7 * HOUR;

/**
 * The same five lives under six disturbances of Stripe's events: all end as the rules have it, like the undisturbed twin,
 * and no payment is written down twice. Then everything is sent once more, three days later.
 */
export async function runWebhooks(run: Run): Promise<void> {
  const midnight = nextCalendarMonth((await now(run)) + DAY) + 4 * DAY;
  const casts: [Disturbance, Cast][] = [];
  for (const [hour, disturbance] of DISTURBANCES.entries()) {
    await moveTo(run, midnight + (10 + hour) * HOUR);
    const cast = await under(run, disturbance, async () => {
      const bought = await castBuys(run, disturbance.name);
      if (disturbance.lost !== 'for ever') {
        await brought(run, disturbance, bought);
        await castActs(run, bought);
        await brought(run, disturbance, bought);
      }
      return bought;
    });
    casts.push([disturbance, cast]);
    if (disturbance.lost === 'for ever') await judgeUnheard(run, cast);
    else await judgeCast(run, cast, 'a plan');
  }
  await lostOnes(run, casts, midnight);

  const nextMonth = plusMonths(midnight, 1);
  for (const [hour, [disturbance, cast]] of casts.entries()) {
    await under(run, disturbance, async () => {
      await moveTo(run, nextMonth + (10 + hour) * HOUR + HOUR / 2);
      castRenews(cast);
      await brought(run, disturbance, cast);
    });
    if (disturbance.lost !== 'for ever') await judgeCast(run, cast, 'a month later');
  }
  await run.stripe.listen(false);
  await overNight(run, nextMonth + DAY + MORNING);
  await run.stripe.listen(true);
  for (const [, cast] of casts) await judgeCast(run, cast, 'the next morning');
  for (const [disturbance, cast] of casts) {
    if (disturbance.lost === 'for ever') continue;
    await under(run, disturbance, async () => {
      await castPays(run, cast);
      await brought(run, disturbance, cast);
    });
    await judgeCast(run, cast, 'all paid');
  }
  await replayed(
    run,
    casts.filter(([{ lost }]) => lost !== 'for ever').map(([, cast]) => cast),
    nextMonth + 4 * DAY + MORNING,
  );
  await forged(
    run,
    casts.map(([, cast]) => cast),
  );
}

/** The next morning, when billing has looked at Stripe in the night. */
async function overNight(run: Run, morning: number): Promise<void> {
  await run.ears.overNight(() => moveTo(run, morning));
  await run.ears.settled();
}

/** Does something while Stripe's events are disturbed, and waits until what arrives of them has been heard. */
async function under<Result>(run: Run, { chaos, lost }: Disturbance, does: () => Promise<Result>): Promise<Result> {
  if (chaos) await setChaos(run.stack, 'stripe', chaos);
  if (lost) await run.stripe.listen(false);
  const result = await does();
  await run.ears.settled();
  if (lost) await run.stripe.listen(true);
  if (chaos) await setChaos(run.stack, 'stripe', CALM);
  return result;
}

/** Whatever was held back so far arrives at once, newest first. */
async function brought({ stripe, ears }: Run, { lost }: Disturbance, { twins }: Cast): Promise<void> {
  if (lost === 'until brought by hand') {
    for (const { member } of twins)
      for (const event of await stripe.eventsOf(member.customer)) await stripe.deliver(event);
  }
  await ears.settled();
}

/** Nothing is heard of a purchase, or of what is done in the portal, but at night somebody looks. */
async function lostOnes(run: Run, casts: readonly [Disturbance, Cast][], midnight: number): Promise<void> {
  const lost = casts.filter(([disturbance]) => disturbance.lost === 'for ever').map(([, cast]) => cast);
  await run.stripe.listen(false);
  await overNight(run, midnight + DAY + MORNING);
  for (const cast of lost) {
    await judgeCast(run, cast, 'bought, and a night');
    await castActs(run, cast);
  }
  await overNight(run, midnight + 2 * DAY + MORNING);
  await run.stripe.listen(true);
  for (const cast of lost) await judgeCast(run, cast, 'done at Stripe, and a night');
}

/** Three days later everything is sent again, signed anew: it is taken and changes nothing. */
async function replayed(run: Run, casts: readonly Cast[], at: number): Promise<void> {
  const { stripe, ears } = run;
  await moveTo(run, at);
  const before = await ears.eventsTaken();
  let sent = 0;
  for (const member of casts.flatMap(({ twins }) => twins.map((twin) => twin.member))) {
    await inTurns(await stripe.eventsOf(member.customer), async (event) => {
      sent += 1;
      const { status } = await stripe.deliver(event);
      if (status !== 200) run.report.note(`replayed × ${event.type}`, [`answered ${status}`]);
    });
  }
  await ears.settled();
  const more = (await ears.eventsTaken()) - before;
  say(`${sent} events were sent again, three days later`);
  run.report.note('replayed × written down once', more === 0 ? [] : [`${more} of ${sent} were written down again`]);
  for (const cast of casts) await judgeCast(run, cast, 'replayed');
}

/** Events that Stripe has not signed, or signed for others, or too long ago, are refused and leave no trace. */
async function forged(run: Run, casts: readonly Cast[]): Promise<void> {
  const { stripe, ears } = run;
  const [member] = casts.flatMap(({ twins }) => twins.map((twin) => twin.member));
  const [event] = await stripe.eventsOf(member?.customer ?? '');
  const before = await ears.eventsTaken();
  const forgery = { ...event, id: 'evt_1forged', type: 'customer.subscription.deleted' };
  const real = Math.floor(Date.now() / 1000);
  const answers = {
    'signed by somebody else': await stripe.deliver(forgery, 'whsec_of_somebody_else'),
    'signed an hour ago': await stripe.deliver(forgery, undefined, real - HOUR),
    'signed with nothing': await stripe.deliver(forgery, ''),
  };
  for (const [how, { status, error }] of Object.entries(answers)) {
    const faults = status === 400 && error === 'INVALID_SIGNATURE' ? [] : [`answered ${status} ${error}`];
    if ((await ears.eventsTaken()) !== before) faults.push('something was written down');
    run.report.note(`forged × ${how}`, faults);
  }
  for (const cast of casts) await judgeCast(run, cast, 'after forgeries');
}
