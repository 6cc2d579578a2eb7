import { mapConcurrently } from '../map-concurrently.ts';
import { planNamed } from './catalogue.ts';
import { cancelled, paid, periodOver } from './held.ts';
import { choiceOf, type Member, must } from './member.ts';
import { buy, cancel, newMember, noteUpgrade, payOverdue, planSmaller, saveAhead } from './member-actions.ts';
import { DAY } from './months.ts';
import { judgeMember, now, type Run } from './run.ts';
import { CARDS } from './stripe-client.ts';

/** A person of one disturbance, with the story that they share with a person of each other disturbance. */
interface Twin {
  readonly story: Story;
  readonly member: Member;
}

interface Story {
  readonly name: string;
  readonly buys: string;
  readonly card?: 'refuses';
  /** The actions after the purchase. */
  does(run: Run, member: Member): Promise<void>;
}

/** The five people of one disturbance, with the same stories in each. */
export interface Cast {
  readonly name: string;
  readonly twins: readonly Twin[];
}

const STORIES: readonly Story[] = [
  {
    name: 'upgrades',
    buys: 'pro monthly',
    async does(run, member) {
      await must(member, 'POST', '/api/change-subscription', choiceOf(planNamed('elite monthly')));
      await noteUpgrade(run, member, planNamed('elite monthly'));
    },
  },
  { name: 'cancels', buys: 'starter monthly', does: (_run, member) => cancel(member) },
  {
    name: 'plans a downgrade',
    buys: 'elite monthly',
    does: (_run, member) => planSmaller(member, planNamed('starter monthly')),
  },
  {
    name: 'pays late',
    buys: 'pro monthly',
    card: 'refuses',
    does: ({ stripe }, { customer }) => stripe.giveCard(customer, CARDS.refuses),
  },
  {
    name: 'cancels in the portal and gets a refund',
    buys: 'starter monthly',
    async does({ stripe }, member) {
      await stripe.call('POST', `subscriptions/${member.subscription}`, { cancel_at: 'max_period_end' });
      member.heldPlan = cancelled(member.heldPlan);
      const [charge] = await stripe.chargesOf(member.customer);
      await stripe.call('POST', 'refunds', { charge: charge?.id ?? '', amount: '1000' });
      member.refunded = 1000;
    },
  },
];

/** Five people buy their plans. */
export async function castBuys(run: Run, name: string): Promise<Cast> {
  const twins = await mapConcurrently(STORIES, async (story) => {
    const member = await newMember(run);
    await buy(run, member, planNamed(story.buys));
    return { story, member };
  });
  return { name, twins };
}

/** They save some entries, and then perform the actions of their stories. */
export async function castActs(run: Run, { name, twins }: Cast): Promise<void> {
  const ahead = (await now(run)) + 5 * DAY;
  await mapConcurrently(twins, async ({ story, member }) => {
    try {
      await saveAhead(member, ahead, 2);
      await story.does(run, member);
    } catch (error) {
      run.report.note(`${name} × ${story.name}, performs its actions`, [String(error)]);
    }
  });
}

/** Their periods end. */
export function castRenews({ twins }: Cast): void {
  for (const { story, member } of twins) {
    member.heldPlan = periodOver(member.heldPlan, story.card ?? 'pays');
    member.used = 0;
  }
}

/** Everyone with an open invoice pays it. */
export async function castPays(run: Run, { twins }: Cast): Promise<void> {
  for (const { member } of twins.filter(({ member: { heldPlan } }) => heldPlan.status === 'overdue')) {
    await payOverdue(run, member);
    member.heldPlan = paid(member.heldPlan);
  }
}

export async function judgeCast(run: Run, cast: Cast, when: string): Promise<void> {
  await mapConcurrently(cast.twins, ({ story, member }) =>
    judgeMember(run, member, `${cast.name} × ${story.name}, ${when}`),
  );
}

/** Judges people whose events are lost: until the nightly comparison they are free although they have paid. */
export async function judgeUnreceived(run: Run, cast: Cast): Promise<void> {
  await mapConcurrently(cast.twins, async ({ story, member }) => {
    const { body } = await member.call('GET', '/api/auth/user');
    const mismatches = body.subscriptionTier === 'free' ? [] : ['an event arrived: the events were not lost'];
    run.report.note(`${cast.name} × ${story.name}, bought`, mismatches);
  });
}
