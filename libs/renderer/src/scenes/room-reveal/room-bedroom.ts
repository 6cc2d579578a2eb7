import type { Random } from '../../stage/random.ts';
import type { Kit, Part } from './room-kit.ts';
import type { RoomLook } from './room-look.ts';
import type { FurnitureSet } from './room-set.ts';

/** A made bed, a table with a lamp beside it, a pouf, books, pictures. */
export function bedroom(random: Random, kit: Kit, { m }: RoomLook): FurnitureSet {
  const { box, main, timber, cream } = kit;
  const bed: Part[] = [
    box([0, 0.24, 0], [1.02, 0.1, 1.05], timber, 0.03),
    box([0, 0.44, -0.02], [0.98, 0.14, 1.0], cream, 0.09),
    { ...box([0, 0.53, -0.28], [1.03, 0.13, 0.78], main, 0.11), blend: 0.02 },
    box([0, 0.62, -0.62], [1.05, 0.075, 0.26], kit.spice, 0.06, [0.03, 0, 0]),
    random.chance(0.5)
      ? box([0, 0.85, 1.06], [1.08, 0.55, 0.07], kit.paler, 0.06)
      : box([0, 0.8, 1.06], [1.08, 0.5, 0.05], timber, 0.05),
    ...kit.legs(0.9, 0.9, 0.2, timber),
  ];
  return {
    perch: [-0.3 * m, 0.68, 0.95],
    lampAt: [1.75 * m, 1.12, 1.9],
    words: ['Goodnight, done right', 'Unbox a softer night'],
    pieces: [
      { home: [0.3 * m, 0, 1.3], facing: 0, weight: 1, parts: bed },
      {
        home: [-0.15 * m, 0.78, 2.05],
        facing: 0.1,
        weight: 0.3,
        parts: [box([0, 0, 0], [0.38, 0.22, 0.12], cream, 0.11, [0.5, 0, 0.05])],
      },
      {
        home: [0.75 * m, 0.78, 2.05],
        facing: -0.1,
        weight: 0.3,
        parts: [box([0, 0, 0], [0.38, 0.22, 0.12], cream, 0.11, [0.5, 0, -0.05])],
      },
      {
        home: [0.3 * m, 0.78, 1.82],
        facing: 0,
        weight: 0.3,
        parts: [box([0, 0, 0], [0.26, 0.17, 0.09], kit.spice, 0.085, [0.5, 0, 0.1])],
      },
      {
        home: [1.75 * m, 0, 1.9],
        facing: 0,
        weight: 0.6,
        parts: [
          box([0, 0.32, 0], [0.28, 0.26, 0.26], timber, 0.03),
          box([0, 0.4, -0.262], [0.22, 0.075, 0.01], kit.paler, 0.005),
          kit.ball([0, 0.4, -0.29], [0.025, 0.025, 0.02], kit.brass),
          ...kit.legs(0.2, 0.18, 0.1, timber),
        ],
      },
      { home: [1.75 * m, 0.58, 1.9], facing: 0, weight: 0.4, parts: kit.tableLamp() },
      { home: [-1.75 * m, 0, 1.7], facing: 0, weight: 0.6, parts: kit.plant(1.15, 0.45) },
      { home: [0.55 * m, 2.75, 2.5], facing: 0, weight: 0.5, parts: kit.picture(0.42, 0.5, timber) },
      { home: [1.5 * m, 2.75, 2.5], facing: 0, weight: 0.4, parts: kit.picture(0.32, 0.42, kit.ink) },
      {
        home: [-1.3 * m, 0, 0.1],
        facing: 0.3,
        weight: 0.5,
        parts: [kit.can([0, 0.22, 0], 0.34, 0.22, kit.spice, 0.1)],
      },
      { home: [-1.1 * m, 0, -0.75], facing: 0.8 * m, weight: 0.2, parts: kit.books([0, 0.03, 0], 3) },
    ],
  };
}
