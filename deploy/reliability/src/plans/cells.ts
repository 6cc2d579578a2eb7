import { nameOf, PLANS, type Plan, planNamed } from './catalogue.ts';
import type { Status } from './held.ts';
import { OLD_PREVIEW, PREVIEWS } from './previews.ts';
import type { Result, Row } from './results.ts';
import { ACTIONS, ASKED_FOR, CHANGES, CHOSEN, EVENTS, meaningOf, PLANNED } from './table.ts';

/** A state of the table: the free plan, or a paid plan in one of four states. */
export interface State {
  readonly plan: Plan | undefined;
  readonly status: Status;
  /** The next plan, in the state 'downgrading'. */
  readonly next: Plan | undefined;
}

/** One action or event in one state, and its expected result. */
export interface Cell {
  readonly state: State;
  /** A key of ACTIONS or EVENTS, or 'change' or 'preview' with `chosen`. */
  readonly act: string;
  readonly chosen: Plan | undefined;
  readonly result: Result;
}

export const stateName = ({ plan, status }: State): string => (plan ? `${nameOf(plan)}, ${status}` : 'free');
export const actName = ({ act, chosen }: Pick<Cell, 'act' | 'chosen'>): string =>
  act === 'change' || act === 'preview' ? `${act} to ${chosen ? nameOf(chosen) : 'free'}` : act;
export const cellName = (cell: Cell): string => `${stateName(cell.state)} × ${actName(cell)}`;

/** Every valid state. */
export const STATES: readonly State[] = [
  { plan: undefined, status: 'free', next: undefined },
  ...PLANS.flatMap((plan) => {
    const next = PLANNED[nameOf(plan)];
    return [
      { plan, status: 'active' as const, next: undefined },
      { plan, status: 'cancelling' as const, next: undefined },
      ...(next ? [{ plan, status: 'downgrading' as const, next: planNamed(next) }] : []),
      { plan, status: 'overdue' as const, next: undefined },
    ];
  }),
];

const is3DSecure = (act: string) => act.startsWith('3-D Secure');
export const isDisputed = ({ act }: Cell): boolean => act === 'the last charge is disputed';
const OLD = 'change as previewed two hours ago';

/** Every cell of the table: each action and event in each state in which it is possible. */
export function allCells(): Cell[] {
  return STATES.flatMap((state) => {
    const { plan, status } = state;
    const of = (rows: Readonly<Record<string, Row>>) =>
      Object.entries(rows).flatMap(([act, row]) => {
        const goesUp = is3DSecure(act) || act === OLD;
        const asked = goesUp ? ASKED_FOR[plan ? nameOf(plan) : 'free'] : undefined;
        const result = row[status];
        if (!result || (goesUp && !asked)) return [];
        return [{ state, act, chosen: asked ? planNamed(asked) : undefined, result }];
      });
    const choices = (act: string, rows: typeof CHANGES) =>
      CHOSEN.flatMap((chosen) => {
        const result = rows[plan ? meaningOf(plan, chosen) : chosen ? 'up' : 'end'][status];
        return result ? [{ state, act, chosen, result }] : [];
      });
    return [
      ...of(ACTIONS),
      ...choices('change', CHANGES),
      ...choices('preview', PREVIEWS),
      ...of({ [OLD]: OLD_PREVIEW }),
      ...of(EVENTS),
    ];
  });
}

/** Whether a cell changes nothing, so that the same person can play the next one. Every other cell needs its own person. */
export function isHarmless(cell: Cell): boolean {
  const { act, result } = cell;
  const isDecidedLater = act.startsWith('the period') || act.startsWith('refused') || is3DSecure(act);
  return result.outcome === 'unchanged' && !isDisputed(cell) && (!isDecidedLater || result.error !== undefined);
}
