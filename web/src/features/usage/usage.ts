import type { PipState } from '../../ui/pips.tsx';

/** Green below 70 %, orange from there, red from 90 %. */
function usageTone(used: number, limit: number): 'ok' | 'warn' | 'bad' {
  const share = limit > 0 ? used / limit : 1;
  if (share >= 0.9) return 'bad';
  return share >= 0.7 ? 'warn' : 'ok';
}

/**
 * One pip per video of the plan: used ones in the colour of the usage, then those of the draft, the others outlined. The
 * only video of a plan is not red once it is made: it is a success.
 */
export function usagePips(used: number, limit: number, drafted = 0): PipState[] {
  const tone = limit === 1 ? 'on' : usageTone(used, limit);
  const stateAt = (place: number) => (place < used ? tone : place < used + drafted ? 'draft' : 'empty');
  return Array.from({ length: Math.max(limit, 1) }, (_, place) => stateAt(place));
}
