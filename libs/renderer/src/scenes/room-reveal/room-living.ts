import type { Random } from '../../stage/random.ts';
import type { Kit, Part } from './room-kit.ts';
import type { RoomLook } from './room-look.ts';
import type { FurnitureSet } from './room-set.ts';

/** A sofa with cushions, a low table on a rug, a lamp, a plant, pictures. */
export function livingRoom(random: Random, kit: Kit, { m }: RoomLook): FurnitureSet {
  const { box, main, paler, timber } = kit;
  const arm = random.chance(0.5) ? 0.12 : 0.06;
  const blended = { blend: 0.04 };
  const sofa: Part[] = [
    box([0, 0.42, 0], [1.05, 0.16, 0.46], main, 0.1),
    { ...box([0, 0.82, 0.36], [1.05, 0.42, 0.14], main, 0.12, [0.12, 0, 0]), ...blended },
    { ...box([-1.05, 0.6, 0.02], [0.15, 0.3, 0.46], main, arm), ...blended },
    { ...box([1.05, 0.6, 0.02], [0.15, 0.3, 0.46], main, arm), ...blended },
    box([-0.46, 0.62, -0.06], [0.43, 0.1, 0.38], paler, 0.09),
    box([0.46, 0.62, -0.06], [0.43, 0.1, 0.38], paler, 0.09),
    ...kit.legs(0.9, 0.32, 0.26, timber),
  ];
  return {
    perch: [0.32 * m, 0.72, 1.28],
    lampAt: [1.78 * m, 1.9, 1.85],
    words: ['Home, in one breath', 'Unbox the living room'],
    pieces: [
      { home: [0.1 * m, 0, 1.55], facing: 0, weight: 1, parts: sofa },
      {
        home: [-0.55 * m, 0.88, 1.42],
        facing: 0.3 * m,
        weight: 0.3,
        parts: [box([0, 0, 0], [0.25, 0.24, 0.11], kit.spice, 0.1, [0.35, 0, 0.12])],
      },
      {
        home: [0.85 * m, 0.86, 1.42],
        facing: -0.3 * m,
        weight: 0.3,
        parts: [box([0, 0, 0], [0.23, 0.22, 0.11], kit.cream, 0.1, [0.35, 0, -0.1])],
      },
      {
        home: [0.25 * m, 0, 0.1],
        facing: 0,
        weight: 0.7,
        parts: [
          kit.can([0, 0.4, 0], 0.56, 0.04, timber, 0.03),
          ...[0.5, 2.6, 4.7].map((a) =>
            kit.rod(
              [Math.cos(a) * 0.42, 0.02, Math.sin(a) * 0.42],
              [Math.cos(a) * 0.3, 0.38, Math.sin(a) * 0.3],
              0.026,
              0.04,
              timber,
            ),
          ),
        ],
      },
      {
        home: [0.3 * m, 0.47, 0.1],
        facing: 0.4,
        weight: 0.3,
        parts: [...kit.books([0, 0, 0], 2), kit.can([0, 0.17, 0], 0.075, 0.075, kit.pot)],
      },
      { home: [1.78 * m, 0, 1.85], facing: 0, weight: 0.6, parts: kit.floorLamp() },
      { home: [-1.8 * m, 0, 1.5], facing: 0, weight: 0.6, parts: kit.plant(1, 0.5) },
      { home: [0.75 * m, 2.6, 2.5], facing: 0, weight: 0.5, parts: kit.picture(0.46, 0.58, kit.ink) },
      { home: [1.68 * m, 2.9, 2.5], facing: 0, weight: 0.4, parts: kit.picture(0.28, 0.34, timber) },
      {
        home: [-1.25 * m, 0, 0.15],
        facing: 0,
        weight: 0.5,
        parts: [kit.can([0, 0.24, 0], 0.36, 0.24, kit.spice, 0.12)],
      },
    ],
  };
}
