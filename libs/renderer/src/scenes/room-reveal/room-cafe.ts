import { colour } from '../../stage/colour.ts';
import type { Random } from '../../stage/random.ts';
import type { Kit, Part } from './room-kit.ts';
import type { RoomLook } from './room-look.ts';
import type { FurnitureSet } from './room-set.ts';

/** A table with two chairs under a lamp, a counter with a machine and a cake. */
export function cafe(_random: Random, kit: Kit, { m, spice }: RoomLook): FurnitureSet {
  const { box, can, timber, brass, china } = kit;
  const chair = (): Part[] => [
    can([0, 0.46, 0], 0.24, 0.035, kit.main, 0.03),
    ...[0.8, 2.3, 3.9, 5.5].map((a) =>
      kit.rod(
        [Math.cos(a) * 0.24, 0.02, Math.sin(a) * 0.24],
        [Math.cos(a) * 0.18, 0.44, Math.sin(a) * 0.18],
        0.018,
        0.022,
        timber,
      ),
    ),
    { kind: 'arch', at: [0, 0.72, 0.2], size: [0.21, 0.022, 0], turn: [0.12, 0, 0], material: timber },
    kit.rod([-0.21, 0.46, 0.17], [-0.21, 0.74, 0.2], 0.022, 0.022, timber),
    kit.rod([0.21, 0.46, 0.17], [0.21, 0.74, 0.2], 0.022, 0.022, timber),
    box([0, 0.76, 0.2], [0.17, 0.09, 0.02], kit.main, 0.02, [0.12, 0, 0]),
  ];
  const counter: Part[] = [
    box([0, 0.5, 0], [0.62, 0.48, 0.3], timber, 0.03),
    box([0, 1.01, -0.02], [0.68, 0.035, 0.35], kit.plain(colour(0.7, 0.67, 0.62), 0.7, 50), 0.02),
    box([0, 0.5, -0.305], [0.5, 0.36, 0.012], kit.plain(spice, 0.2), 0.01),
    box([-0.22, 1.25, 0.02], [0.26, 0.2, 0.2], kit.plain(colour(0.7, 0.7, 0.72), 0.9, 60), 0.05),
    can([-0.22, 1.5, 0.02], 0.12, 0.06, brass, 0.03),
    can([0.3, 1.12, 0], 0.19, 0.012, china, 0.01),
    can([0.3, 1.19, 0], 0.14, 0.06, kit.plain(colour(0.4, 0.2, 0.1), 0.3), 0.03),
    kit.ball([0.3, 1.28, 0], [0.045, 0.045, 0.045], kit.plain(colour(0.7, 0.04, 0.06), 0.8, 50)),
  ];
  return {
    perch: [-0.95 * m, 0.5, 0.8],
    lampAt: [0.1 * m, 2.35, 0.9],
    words: ['Your table is ready', 'Unbox the corner café'],
    pieces: [
      {
        home: [-0.15 * m, 0, 0.75],
        facing: 0,
        weight: 1,
        parts: [
          can([0, 0.76, 0], 0.48, 0.028, china, 0.02),
          kit.rod([0, 0.05, 0], [0, 0.74, 0], 0.04, 0.03, kit.ink),
          can([0, 0.03, 0], 0.3, 0.025, kit.ink, 0.02),
        ],
      },
      { home: [1.45 * m, 0, 2.0], facing: 0, weight: 0.9, parts: counter },
      { home: [-0.95 * m, 0, 0.85], facing: 1.2 * m, weight: 0.6, parts: chair() },
      { home: [0.7 * m, 0, 0.85], facing: -1.3 * m, weight: 0.6, parts: chair() },
      {
        home: [-0.3 * m, 0.79, 0.65],
        facing: 0.5,
        weight: 0.25,
        parts: [can([0, 0.015, 0], 0.12, 0.012, china, 0.01), can([0, 0.08, 0], 0.07, 0.055, china, 0.03)],
      },
      {
        home: [0.08 * m, 0.79, 0.85],
        facing: 0,
        weight: 0.25,
        parts: [
          can([0, 0.08, 0], 0.055, 0.08, kit.pot, 0.03),
          kit.rod([0, 0.1, 0], [0.05, 0.4, 0], 0.01, 0.01, kit.leaf),
          kit.ball([0.05, 0.42, 0], [0.08, 0.06, 0.08], kit.spice),
          kit.ball([-0.04, 0.34, 0.02], [0.06, 0.05, 0.06], kit.cream),
        ],
      },
      {
        home: [0.1 * m, 2.3, 0.9],
        facing: 0,
        weight: 0.4,
        parts: [
          kit.rod([0, 0.2, 0], [0, 2.55, 0], 0.012, 0.012, kit.ink),
          can([0, 0.06, 0], 0.32, 0.1, kit.shade, 0.09),
          can([0, 0.18, 0], 0.12, 0.05, brass, 0.04),
          kit.ball([0, -0.02, 0], [0.1, 0.1, 0.1], kit.bulb),
        ],
      },
      { home: [-1.8 * m, 0, 1.6], facing: 0, weight: 0.6, parts: kit.plant(1.2, 0.5) },
      { home: [1.4 * m, 2.75, 2.5], facing: 0, weight: 0.5, parts: kit.picture(0.52, 0.66, timber) },
      { home: [0.55 * m, 2.9, 2.5], facing: 0, weight: 0.4, parts: kit.picture(0.24, 0.3, brass) },
      { home: [-1.35 * m, 0, -0.35], facing: 0, weight: 0.5, parts: [can([0, 0.26, 0], 0.3, 0.26, kit.spice, 0.1)] },
    ],
  };
}
