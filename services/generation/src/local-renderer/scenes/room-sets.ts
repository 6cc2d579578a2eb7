import { colour } from '../stage/colour.ts';
import type { Vector } from '../stage/matrix.ts';
import type { Random } from '../stage/random.ts';
import type { Kit, Part } from './room-kit.ts';
import type { RoomLook } from './room-look.ts';

/** What a room is furnished with. Heavier things land first. */
export interface Furnishing {
  home: Vector;
  facing: number;
  weight: number;
  parts: Part[];
}

export interface FurnitureSet {
  pieces: Furnishing[];
  /** Where the lamp shines from when everything stands. */
  lampAt: Vector;
  /** Where the cat sits in the end. */
  perch: Vector;
  words: readonly string[];
}

/** The furniture of one of four rooms. The window is on the side of -m, so tall things stand on the other. */
export function chooseSet(random: Random, kit: Kit, look: RoomLook): FurnitureSet {
  return random.pick([livingRoom, bedroom, study, cafe])(random, kit, look);
}

function livingRoom(random: Random, kit: Kit, { m }: RoomLook): FurnitureSet {
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

function bedroom(random: Random, kit: Kit, { m }: RoomLook): FurnitureSet {
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

function study(random: Random, kit: Kit, { m, spice, main: mainColour, wallColour }: RoomLook): FurnitureSet {
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

function cafe(_random: Random, kit: Kit, { m, spice }: RoomLook): FurnitureSet {
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
