import { backOut, easeInOut, easeOut, mix, within, wobble } from '../../stage/easing.ts';
import type { Lump } from '../../stage/lump.ts';
import type { Random } from '../../stage/random.ts';
import type { Piece } from './room-kit.ts';
import type { FurnitureSet } from './room-set.ts';

/** The times of one clip's events. */
export interface RoomPlan {
  burst: number;
  settles: number;
  curtains: number;
  cat: number;
  lamp: number;
}

export function planRoom(random: Random): RoomPlan {
  const burst = random.range(1.9, 2.6);
  const settles = burst + random.range(1.85, 2.35);
  const cat = random.range(6.15, 6.45);
  return {
    burst,
    settles,
    curtains: settles + random.range(0.2, 0.7),
    cat,
    // The lamp is switched on before the cat comes or after it sits down.
    lamp: random.chance(0.5) ? cat - 0.25 : cat + 0.95,
  };
}

/** Gives each piece its position in the air, its landing time and its path. */
export function choreograph(random: Random, set: FurnitureSet, plan: RoomPlan) {
  /** The lumps of each piece. */
  const lumps: Lump[][] = [];
  const start = random.range(0, Math.PI * 2);
  const whirl = random.pick([-1, 1]) * random.range(0.12, 0.28);
  const order = [...set.pieces.keys()].sort(
    (a, b) => rank(set.pieces[b]?.weight ?? 0) - rank(set.pieces[a]?.weight ?? 0),
  );
  const pieces = set.pieces.map(({ home, facing, weight, parts }, index): Piece => {
    const group = { position: home, turn: [0, facing, 0], scale: [1, 1, 1] } as Piece['group'];
    lumps.push(parts.map((part): Lump => ({ ...part, group })));
    const hero = weight === 1;
    return {
      group,
      home,
      facing,
      weight,
      lands: plan.settles + 0.62 + order.indexOf(index) * 0.085 + random.range(-0.03, 0.03),
      // The main piece shows its front; the others may tumble.
      spin: hero
        ? [-0.22, random.range(-0.5, 0.5), random.range(0.2, 0.38) * random.pick([-1, 1])]
        : [random.range(-1, 1), random.range(-1.2, 1.2), random.range(-1, 1)],
      hang: {
        angle: start + (index / (set.pieces.length - 1)) * Math.PI * 2,
        wide: hero ? 0 : weight > 0.7 ? 1.1 : 1.32 + random.range(-0.12, 0.2),
        high: hero ? 0.05 : weight > 0.7 ? 0.8 : random.range(1.2, 1.5),
        deep: hero ? -0.35 : home[1] > 2 || weight > 0.7 ? 1.15 : random.range(-0.8, 0.6),
      },
    };
  });

  function rank(weight: number): number {
    return weight + random.range(0, 0.25);
  }

  function pose(time: number): void {
    const burst = time - plan.burst;
    for (const { group, home, facing, spin, hang, lands, weight } of pieces) {
      if (burst < 0) {
        group.position = [0, -20, 0];
        continue;
      }
      const fly = easeOut(burst / 1.1, 3);
      const angle = hang.angle + whirl * burst;
      // Tall pieces in the air must not reach into the ceiling or the floor.
      const centre = 1.95 - Math.min(0.6, home[1] * 0.02);
      const bob = 0.08 * Math.sin(time * 1.6 + hang.angle * 3);
      const settle = easeInOut(within(time, lands - 0.75, 0.75));
      const since = time - lands;
      const hop = since > 0 ? 0.12 * weight * wobble(since, 2.8, 6) : 0;
      const size = Math.min(1, 0.12 + 0.88 * backOut(within(burst, 0, 0.55), 1.2));
      group.position = [
        mix(fly * Math.cos(angle) * hang.wide, home[0], settle),
        mix(mix(0.5, centre + Math.sin(angle) * hang.high - 0.35, fly) + bob, home[1], settle ** 2),
        mix(mix(0.1, hang.deep, fly), home[2], settle),
      ];
      const slow = (0.55 + 0.18 * burst) * (1 - settle);
      group.turn = [spin[0] * slow, facing + spin[1] * slow, spin[2] * slow];
      group.scale = [size * (1 + hop * 0.5), size * (1 - hop), size * (1 + hop * 0.5)];
    }
  }
  return { lumps, pieces, pose };
}
