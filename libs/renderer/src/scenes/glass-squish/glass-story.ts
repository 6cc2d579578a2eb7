import { backOut, clamp, mix, smooth, wobble } from '../../stage/easing.ts';
import type { Random } from '../../stage/random.ts';
import { type Bead, thrown } from './glass-beads.ts';
import { GROUND, type Press, pressPlan, type Squeeze, squeezeThrough, touches } from './jelly.ts';

/** How a clip ends: the body leaps free, bursts and re-forms, or bursts and leaves its jewel. */
export type Ending = 'leap' | 'gather' | 'jewel';

/** The timing of one clip. */
export interface GlassStory {
  ending: Ending;
  presses: Press[];
  moments: { meets: number; lets: number }[];
  /** The time when the last squeeze ends or the body bursts; the new colours spread from then on. */
  turnAt: number;
  /** The time when the beads have joined again; for the other endings, a time after the clip. */
  formsAt: number;
  beads: Bead[];
  squeezeAt(time: number): Squeeze;
  /** The beads' own time for a story time: it slows down and may run backwards. */
  beadClock(time: number): number;
  /** Size and position of the jewel inside the body. */
  coreAt(time: number, squeeze: Squeeze): { wide: number; half: number; centre: number; turn: number };
}

export function glassStory(random: Random): GlassStory {
  const ending = random.pick(['gather', 'jewel', 'leap'] as const);
  const presses = pressPlan(random);
  const moments = presses.map(touches);
  const radius = random.range(1.0, 1.1);
  const bodyAt = squeezeThrough(presses, radius, random.range(260, 420), random.pick([-1, 1]) * random.range(5, 8));
  const turnAt = moments.at(-1)?.lets ?? 5;
  const formsAt = ending === 'gather' ? turnAt + random.range(1.25, 1.5) : 99;
  const spin = random.pick([-1, 1]) * random.range(0.35, 0.7);
  const beads = moments
    .slice(0, -1)
    .flatMap(({ meets }) => thrown(random, random.whole(4, 6), meets + 0.03, 1.2, 1.9, 0.1));
  if (ending === 'leap') beads.push(...thrown(random, 9, turnAt, 1.3, 3.4, 0.13));
  else {
    beads.push(...thrown(random, 9, turnAt, 0.95, 5.2, 0.24));
    beads.push(...thrown(random, 8, turnAt, 0.5, 3.2, 0.15));
  }

  function beadClock(time: number): number {
    const since = time - turnAt;
    if (since <= 0 || ending === 'leap') return time;
    if (ending === 'jewel')
      return turnAt + since * 0.34 + 0.66 * Math.max(0, since - 1.1) + 0.12 * smooth(0, 0.25, since);
    // The beads stay until the body has grown around the point where they join.
    if (time >= formsAt + 0.07) return turnAt;
    return turnAt + 0.065 + 0.56 * Math.sin(Math.PI * Math.min(1, since / (formsAt - turnAt)) ** 0.62);
  }

  function squeezeAt(time: number): Squeeze {
    const squeeze = bodyAt(time);
    if (ending === 'leap' || time < turnAt) return squeeze;
    if (time < formsAt) return { ...squeeze, whole: false };
    const since = time - formsAt;
    const size = backOut(since / 0.4, 2.2);
    const half = radius * size * (1 + 0.2 * wobble(since + 0.1, 2.4, 1.6));
    return {
      ...squeeze,
      half,
      wide: radius * size * Math.sqrt((radius * size) / half),
      lift: 0,
      flat: 0,
      shear: 0.16 * wobble(since, 1.7, 1.5),
      ripple: 0.05 * Math.exp(-since * 1.4),
      whole: size > 0.05,
    };
  }

  function coreAt(time: number, squeeze: Squeeze) {
    const turn = squeeze.turn + time * spin;
    const { wide, half, lift } = squeeze;
    if (squeeze.whole) return { wide, half, centre: GROUND + lift + half, turn };
    const since = time - turnAt;
    if (ending === 'gather') {
      const left = clamp(1 - since * 5);
      return { wide: 0.01 + wide * left, half: 0.01 + half * left, centre: GROUND + half, turn };
    }
    const free = backOut(since / 0.7, 1.4);
    const size = mix(half, radius * 1.65, free);
    const rise = 1.15 * smooth(0.1, 1.3, since) + 0.06 * Math.sin(since * 2.2);
    return { wide: mix(wide, radius * 1.65, free), half: size, centre: GROUND + 0.5 + rise, turn: turn + since * 1.1 };
  }

  return { ending, presses, moments, turnAt, formsAt, beads, squeezeAt, beadClock, coreAt };
}
