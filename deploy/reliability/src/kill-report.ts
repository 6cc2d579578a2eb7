import type { Ledger, Target } from './ledger.ts';
import type { Slots } from './slots.ts';
import type { Stack } from './stack.ts';
import type { Planned } from './verdict.ts';

export interface Kill {
  readonly part: string;
  /** Real time, ms. */
  readonly killedAt: number;
  readonly backAt: number;
}

/** The parts of a kill run. `kills` has the kills so far, oldest first. */
export interface Killing {
  readonly stack: Stack;
  readonly slots: Slots;
  readonly kills: Kill[];
  readonly say: (line: string) => void;
}

/** A row may stay leased by a killed process for a lease, and must be claimed again within the grace. Real ms. */
const LEASE_MS = 60_000;
const GRACE_MS = 60_000;

export interface Lateness {
  /** The slowest target after its due time, and the slowest after the return of the last killed part. */
  readonly fromDue: { readonly target: Target; readonly ms: number } | undefined;
  readonly fromReturn: { readonly target: Target; readonly ms: number } | undefined;
  readonly tooLate: readonly Target[];
}

/** Measures how long targets took to end, from their due time and from the return of the last part killed before. */
export function lateness(facts: {
  plan: readonly Planned[];
  ledger: Ledger;
  kills: readonly Kill[];
  slots: Slots;
}): Lateness {
  const { ledger, kills, slots } = facts;
  const planned = new Set(facts.plan.map(({ videoId }) => videoId));
  const times = ledger.targets
    .filter(({ videoId }) => planned.has(videoId))
    .map((target) => {
      const due = slots.realTimeOf(target.dueAt);
      const ended = slots.realTimeOf(target.updatedAt);
      const returned = Math.max(due, ...kills.filter(({ killedAt }) => killedAt <= ended).map(({ backAt }) => backAt));
      return { target, fromDue: ended - due, fromReturn: ended - returned };
    });
  const most = (key: 'fromDue' | 'fromReturn') => {
    const [first] = times.toSorted((a, b) => b[key] - a[key]);
    return first && { target: first.target, ms: first[key] };
  };
  return {
    fromDue: most('fromDue'),
    fromReturn: most('fromReturn'),
    tooLate: times.filter(({ fromReturn }) => fromReturn > LEASE_MS + GRACE_MS).map(({ target }) => target),
  };
}

export function printTotals(
  { plan, ledger, kills, late }: { plan: readonly Planned[]; ledger: Ledger; kills: readonly Kill[]; late: Lateness },
  say: (line: string) => void,
): void {
  const planned = new Set(plan.map(({ videoId }) => videoId));
  const states = Map.groupBy(
    ledger.targets.filter(({ videoId }) => planned.has(videoId)),
    ({ state, code }) => (code ? `${state} (${code})` : state),
  );
  say(`${plan.length} posts were due: ${[...states].map(([state, { length }]) => `${length} ${state}`).join(', ')}`);
  const perPart = [...Map.groupBy(kills, ({ part }) => part)].map(([part, { length }]) => `${part} ${length}`);
  say(`${kills.length} kills: ${perPart.sort().join(', ')}`);
  const printSlowest = (label: string, slowest: Lateness['fromDue']) =>
    slowest &&
    say(
      `slowest ${label}: ${(slowest.ms / 1000).toFixed(1)} s (${slowest.target.platform} '${slowest.target.captionLine}')`,
    );
  printSlowest('from its time', late.fromDue);
  printSlowest(`after the last part was back, ${(LEASE_MS + GRACE_MS) / 1000} s allowed`, late.fromReturn);
  for (const { platform, captionLine } of late.tooLate) say(`            too late: ${platform} '${captionLine}'`);
}
