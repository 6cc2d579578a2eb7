import { colour } from '../../stage/colour.ts';
import type { Random } from '../../stage/random.ts';
import type { Kit, Part } from './room-kit.ts';
import type { RoomLook } from './room-look.ts';
import type { FurnitureSet } from './room-set.ts';

/** An armchair, a desk with a lamp and a globe, shelves full of books. */
export function study(random: Random, kit: Kit, { m, spice, main: mainColour, wallColour }: RoomLook): FurnitureSet {
  const { box, timber, main, ink } = kit;
  const tints = [spice, mainColour, wallColour, colour(0.82, 0.75, 0.62), colour(0.2, 0.1, 0.07)];
  const shelf: Part[] = [
    box([-0.58, 1.3, 0], [0.03, 1.3, 0.18], timber, 0.01),
    box([0.58, 1.3, 0], [0.03, 1.3, 0.18], timber, 0.01),
    box([0, 1.3, 0.16], [0.58, 1.3, 0.02], timber, 0.005),
    ...[0.04, 0.68, 1.32, 1.96, 2.57].map((y) => box([0, y, 0], [0.58, 0.025, 0.18], timber, 0.008)),
    ...[0.72, 1.36, 2.0].flatMap((y) => {
      const until = random.range(0.2, 0.48);
      const row: Part[] = [];
      for (let x = -0.52; x < until; ) {
        const wide = random.range(0.075, 0.115);
        const tall = random.range(0.17, 0.25);
        row.push(
          box([x + wide, y + tall, -0.02], [wide * 0.94, tall, 0.12], kit.plain(random.pick(tints), 0.2), 0.012),
        );
        x += wide * 2;
      }
      return row;
    }),
    kit.can([0.4, 0.86, 0], 0.09, 0.13, kit.pot, 0.04),
  ];
  const chair: Part[] = [
    box([0, 0.44, 0], [0.44, 0.14, 0.42], main, 0.1),
    { ...box([0, 0.86, 0.34], [0.46, 0.46, 0.13], main, 0.12, [0.16, 0, 0]), blend: 0.05 },
    { ...box([-0.5, 0.58, 0.02], [0.11, 0.2, 0.4], main, 0.1), blend: 0.05 },
    { ...box([0.5, 0.58, 0.02], [0.11, 0.2, 0.4], main, 0.1), blend: 0.05 },
    box([0, 0.6, -0.05], [0.38, 0.08, 0.36], kit.paler, 0.07),
    ...kit.legs(0.36, 0.32, 0.28, timber),
  ];
  return {
    perch: [-0.55 * m, 0.7, 0.62],
    lampAt: [0.42 * m, 1.32, 1.95],
    words: ['A room to think in', 'Unbox your best ideas'],
    pieces: [
      { home: [-0.55 * m, 0, 0.8], facing: 0.35 * m, weight: 1, parts: chair },
      { home: [1.62 * m, 0, 2.3], facing: 0, weight: 0.9, parts: shelf },
      {
        home: [-0.1 * m, 0, 2.0],
        facing: 0,
        weight: 0.8,
        parts: [
          box([0, 0.76, 0], [0.85, 0.035, 0.36], timber, 0.02),
          box([0.52, 0.56, 0], [0.3, 0.17, 0.3], timber, 0.02),
          kit.ball([0.52, 0.56, -0.32], [0.03, 0.03, 0.02], kit.brass),
          ...kit.legs(0.75, 0.28, 0.74, timber),
        ],
      },
      { home: [0.42 * m, 0.8, 1.95], facing: 0, weight: 0.4, parts: kit.tableLamp() },
      {
        home: [-0.3 * m, 0.8, 1.85],
        facing: 0.1,
        weight: 0.4,
        parts: [
          box([0, 0.012, 0], [0.24, 0.012, 0.17], ink, 0.008),
          box([0, 0.18, 0.17], [0.24, 0.16, 0.01], ink, 0.008, [-0.2, 0, 0]),
          box(
            [0, 0.18, 0.157],
            [0.215, 0.14, 0.008],
            { ...kit.plain(colour(0.5, 0.65, 0.8), 0.5), glow: 0.25 },
            0.004,
            [-0.2, 0, 0],
          ),
        ],
      },
      {
        home: [0.05 * m, 0.8, 2.1],
        facing: 0,
        weight: 0.3,
        parts: [
          kit.ball([0, 0.2, 0], [0.13, 0.13, 0.13], kit.plain(colour(0.2, 0.42, 0.55), 0.6)),
          {
            ...kit.box([0, 0, 0], [0, 0, 0], kit.brass),
            kind: 'ring',
            at: [0, 0.2, 0],
            size: [0.15, 0.012, 0],
            turn: [1.3, 0, 0.4],
          },
          kit.can([0, 0.02, 0], 0.08, 0.02, kit.brass),
        ],
      },
      { home: [-1.7 * m, 0, 1.75], facing: 0, weight: 0.6, parts: kit.plant(1.3, 0.5) },
      { home: [0.62 * m, 2.75, 2.5], facing: 0, weight: 0.5, parts: kit.picture(0.36, 0.48, kit.brass) },
      {
        home: [0.75 * m, 0, -0.1],
        facing: 0,
        weight: 0.5,
        parts: [
          kit.can([0, 0.44, 0], 0.28, 0.03, timber),
          kit.rod([0, 0.03, 0], [0, 0.42, 0], 0.03, 0.03, kit.brass),
          kit.can([0, 0.02, 0], 0.2, 0.02, kit.brass),
        ],
      },
      {
        home: [0.75 * m, 0.47, -0.1],
        facing: 0,
        weight: 0.2,
        parts: [kit.can([0, 0.06, 0], 0.06, 0.06, kit.china), ...kit.books([0.02, 0.02, 0.16], 1)],
      },
      { home: [1.35 * m, 0, 0.75], facing: 0.5, weight: 0.2, parts: kit.books([0, 0.03, 0], 4) },
    ],
  };
}
