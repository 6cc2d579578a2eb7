import { blend, type Colour, colour, oklch } from '../../stage/colour.ts';
import type { Group, Lump, Material } from '../../stage/lump.ts';
import { reaching, type Vector } from '../../stage/matrix.ts';
import { mottled } from '../../stage/patterns.ts';
import type { Random } from '../../stage/random.ts';
import type { RoomLook } from './room-look.ts';

/** A part of a piece of furniture, in the piece's own coordinates. */
export type Part = Omit<Lump, 'group'>;

/** A piece of furniture: its place in the room, its position in the air before, and the time it lands. */
export interface Piece {
  group: Group;
  home: Vector;
  facing: number;
  spin: Vector;
  /** Position in the air: angle and width about the middle of the room, height, depth. */
  hang: { angle: number; wide: number; high: number; deep: number };
  /** Story time of the landing; set when the clip's timing is known. */
  lands: number;
  /** How hard it lands, 0 to 1; 1 is the main piece of the room. */
  weight: number;
}

/** Materials and shapes that all rooms share, in the room's colours. */
export function createKit(random: Random, look: RoomLook) {
  const woven = mottled([44, 44, 44], 0.9, 0.2);
  const grain = mottled([4, 20, 20], 0.82, 0.34);
  const fabric = (base: Colour): Material => ({ colour: base, shine: 0.05, polish: 8, soft: 0.3, pattern: woven });
  const plain = (base: Colour, shine = 0.3, polish = 24): Material => ({ colour: base, shine, polish });
  const kit = {
    fabric,
    plain,
    main: fabric(look.main),
    paler: fabric(blend(look.main, colour(1, 0.95, 0.9), 0.18)),
    spice: fabric(look.spice),
    cream: fabric(colour(0.84, 0.78, 0.68)),
    timber: { colour: look.wood, shine: 0.4, polish: 26, pattern: grain } as Material,
    brass: plain(colour(0.8, 0.5, 0.16), 1, 50),
    ink: plain(colour(0.03, 0.03, 0.045), 0.5, 30),
    china: plain(colour(0.86, 0.82, 0.75), 0.6, 40),
    pot: plain(random.pick([colour(0.66, 0.28, 0.15), colour(0.82, 0.78, 0.7), look.spice]), 0.25, 16),
    leaf: { colour: oklch(0.5, 0.12, random.range(128, 155)), shine: 0.4, polish: 20, soft: 0.5 } as Material,
    shade: { colour: colour(0.92, 0.84, 0.7), shine: 0.02, polish: 8, soft: 0.5, glow: 0 } as Material,
    bulb: { colour: colour(1, 0.72, 0.36), shine: 0, polish: 8, glow: 0 } as Material,
    box: (at: Vector, size: Vector, material: Material, round = 0.02, turn: Vector = [0, 0, 0]): Part => ({
      kind: 'box',
      at,
      size,
      round,
      turn,
      material,
    }),
    can: (at: Vector, wide: number, half: number, material: Material, round = 0.02): Part => ({
      kind: 'can',
      at,
      size: [wide, half, 0],
      round,
      material,
    }),
    ball: (at: Vector, size: Vector, material: Material): Part => ({ kind: 'ball', at, size, material }),
    rod(from: Vector, to: Vector, low: number, high: number, material: Material): Part {
      const way = reaching(from, to);
      return { kind: 'rod', at: way.at, turn: way.turn, size: [low, way.half, high], material };
    },
    /** Legs at the corners of a rectangle. */
    legs: (x: number, z: number, tall: number, material: Material): Part[] =>
      [-1, 1].flatMap((sx) =>
        [-1, 1].map((sz) =>
          kit.rod([sx * x * 1.06, 0.02, sz * z * 1.06], [sx * x, tall, sz * z], 0.024, 0.036, material),
        ),
      ),
    plant(tall: number, wide: number): Part[] {
      const fronds = random.whole(7, 10);
      return [
        { kind: 'rod', at: [0, 0.24, 0], size: [0.15, 0.12, 0.2], material: kit.pot },
        ...Array.from({ length: fronds }, (_, n): Part => {
          const angle = (n / fronds) * Math.PI * 2 + random.range(-0.3, 0.3);
          const lean = wide * random.range(0.35, 1);
          const way = reaching(
            [Math.cos(angle) * 0.04, 0.38, Math.sin(angle) * 0.04],
            [Math.cos(angle) * lean, 0.42 + tall * random.range(0.6, 1), Math.sin(angle) * lean],
          );
          return { kind: 'ball', at: way.at, turn: way.turn, size: [0.085, way.half * 1.05, 0.03], material: kit.leaf };
        }),
      ];
    },
    books: (at: Vector, count: number): Part[] =>
      Array.from({ length: count }, (_, n) =>
        kit.box(
          [at[0] + random.range(-0.02, 0.02), at[1] + n * 0.06, at[2]],
          [0.18 - n * 0.015, 0.028, 0.13 - n * 0.01],
          kit.plain(random.pick([look.spice, look.main, look.wallColour, colour(0.8, 0.74, 0.64)]), 0.2),
          0.008,
          [0, random.range(-0.4, 0.4), 0],
        ),
      ),
    picture: (wide: number, high: number, frame: Material): Part[] => [
      kit.box([0, 0, 0], [wide, high, 0.03], frame, 0.01),
      kit.box(
        [0, 0, -0.022],
        [wide * 0.87, high * 0.89, 0.02],
        { ...kit.cream, pattern: painting(random, look, wide, high) },
        0.004,
      ),
    ],
    floorLamp: (): Part[] => [
      kit.can([0, 0.03, 0], 0.24, 0.03, kit.brass),
      kit.rod([0, 0.04, 0], [0, 1.8, 0], 0.02, 0.02, kit.brass),
      kit.ball([0, 1.86, 0], [0.09, 0.11, 0.09], kit.bulb),
      { kind: 'can', at: [0, 1.92, 0], size: [0.33, 0.22, 0], round: 0.08, material: kit.shade },
    ],
    tableLamp: (): Part[] => [
      kit.ball([0, 0.14, 0], [0.11, 0.14, 0.11], kit.pot),
      kit.rod([0, 0.24, 0], [0, 0.4, 0], 0.02, 0.02, kit.brass),
      { kind: 'can', at: [0, 0.5, 0], size: [0.21, 0.14, 0], round: 0.06, material: kit.shade },
    ],
  };
  return kit;
}

export type Kit = ReturnType<typeof createKit>;

/** An abstract painting: a disc over hills, or paper-cut shapes. */
function painting(random: Random, look: RoomLook, wide: number, high: number): NonNullable<Material['pattern']> {
  const kind = random.whole(0, 2);
  const [a, b, c] = [random.range(-0.3, 0.3), random.range(5, 9), random.range(0, 6)];
  return (x, y, _z, base, out) => {
    const u = x / wide;
    const v = y / high;
    let tint: Colour = base;
    if (kind === 0) {
      if (Math.hypot(u - a, (v - 0.25) * (high / wide)) < 0.36) tint = look.spice;
      if (v < -0.1 + 0.12 * Math.sin(u * b * 0.5 + c)) tint = look.wallColour;
      if (v < -0.38 + 0.1 * Math.sin(u * b * 0.4 - c)) tint = look.main;
    } else if (kind === 1) {
      const ring = Math.hypot(u - a * 0.4, v * 1.2 + 0.3);
      if (ring < 0.85 && ring % 0.3 < 0.16) tint = ring < 0.35 ? look.spice : look.main;
    } else if (Math.sin(u * b + c) + Math.sin(v * b * 0.9 - c + u * 2) > 0.5)
      tint = Math.sin(v * 4 + c) > 0 ? look.main : look.spice;
    out.r = tint.r;
    out.g = tint.g;
    out.b = tint.b;
  };
}
