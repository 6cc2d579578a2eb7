import { inTurns } from '../in-turns.ts';
import { planNamed } from './catalogue.ts';
import { arrive, buy, cancel, noteUpgrade, payOverdue, planSmaller, saveAhead } from './deeds.ts';
import { cancelled, paid, periodOver } from './held.ts';
import { choiceOf, type Member, must } from './member.ts';
import { DAY } from './months.ts';
import { judgeMember, now, type Run } from './run.ts';
import { CARDS } from './stripe-desk.ts';

/** One of five lives that every disturbance is played with. */
interface Twin {
  readonly life: Life;
  readonly member: Member;
}

interface Life {
  readonly name: string;
  readonly buys: string;
  readonly card?: 'refuses';
  /** What they do once they have their plan. */
  does(run: Run, member: Member): Promise<void>;
}

/** The same five people for every disturbance. */
export interface Cast {
  readonly name: string;
  readonly twins: readonly Twin[];
}

const LIVES: readonly Life[] = [
  {
    name: 'goes up',
    buys: 'pro monthly',
    async does(run, member) {
      await must(member, 'POST', '/api/change-subscription', choiceOf(planNamed('elite monthly')));
      await noteUpgrade(run, member, planNamed('elite monthly'));
    },
  },
  { name: 'leaves', buys: 'starter monthly', does: (_run, member) => cancel(member) },
  {
    name: 'goes down',
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
    name: 'cancels in the portal and gets money back',
    buys: 'starter monthly',
    async does({ stripe }, member) {
      await stripe.call('POST', `subscriptions/${member.subscription}`, { cancel_at: 'max_period_end' });
      member.held = cancelled(member.held);
      const [charge] = await stripe.chargesOf(member.customer);
      await stripe.call('POST', 'refunds', { charge: charge?.id ?? '', amount: '1000' });
      member.refunded = 1000;
    },
  },
];

/** Five people buy their plans. */
export async function castBuys(run: Run, name: string): Promise<Cast> {
  const twins = await inTurns(LIVES, async (life) => {
    const member = await arrive(run);
    await buy(run, member, planNamed(life.buys));
    return { life, member };
  });
  return { name, twins };
}

/** They use some of the month, and then do what their lives are about. */
export async function castActs(run: Run, { name, twins }: Cast): Promise<void> {
  const ahead = (await now(run)) + 5 * DAY;
  await inTurns(twins, async ({ life, member }) => {
    try {
      await saveAhead(member, ahead, 2);
      await life.does(run, member);
    } catch (error) {
      run.report.note(`${name} × ${life.name}, can do something`, [String(error)]);
    }
  });
}

/** Their periods have ended. */
export function castRenews({ twins }: Cast): void {
  for (const { life, member } of twins) {
    member.held = periodOver(member.held, life.card ?? 'pays');
    member.used = 0;
  }
}

/** Who owes something pays it. */
export async function castPays(run: Run, { twins }: Cast): Promise<void> {
  for (const { member } of twins.filter(({ member: { held } }) => held.status === 'overdue')) {
    await payOverdue(run, member);
    member.held = paid(member.held);
  }
}

export async function judgeCast(run: Run, cast: Cast, when: string): Promise<void> {
  await inTurns(cast.twins, ({ life, member }) => judgeMember(run, member, `${cast.name} × ${life.name}, ${when}`));
}

/** For the lost ones: until somebody looks they are free, though they have paid. */
export async function judgeUnheard(run: Run, cast: Cast): Promise<void> {
  await inTurns(cast.twins, async ({ life, member }) => {
    const { body } = await member.call('GET', '/api/auth/user');
    const faults = body.subscriptionTier === 'free' ? [] : ['something was heard: this run has not lost the events'];
    run.report.note(`${cast.name} × ${life.name}, bought`, faults);
  });
}
