import { blend, type Colour, colour, hueOf, oklch } from '../stage/colour.ts';
import type { Group, Lump, Material } from '../stage/lump.ts';
import { reaching } from '../stage/matrix.ts';
import { mottled } from '../stage/patterns.ts';
import type { Random } from '../stage/random.ts';

/** A piece of furniture: where it belongs, how it hangs in the air before, and when it lands. */
export interface Piece {
  group: Group;
  home: [number, number, number];
  facing: number;
  spin: [number, number, number];
  drift: [number, number, number];
  lands: number;
  /** 0 to 1: how hard it lands. */
  weight: number;
}

/** Everything that stands in the room, and the box it comes out of. */
export function furnish(random: Random, accents: readonly Colour[]) {
  const hue = accents[0] ? hueOf(accents[0]) : random.range(0, 360);
  const wallColour = oklch(random.range(0.42, 0.6), 0.1, hue);
  const sideColour = oklch(0.88, 0.03, hue + 40);
  const wood = random.pick([colour(0.5, 0.27, 0.11), colour(0.36, 0.18, 0.08), colour(0.6, 0.4, 0.22)]);
  const sofaColour = accents[1] ?? oklch(0.66, 0.17, hue + random.pick([150, 190, 120]));
  const spice = oklch(0.76, 0.16, hue + random.pick([60, 90, 240]));
  const woven = mottled([42, 42, 42], 0.86, 0.28);
  const grain = mottled([4, 22, 22], 0.8, 0.35);
  const fabric = (base: Colour): Material => ({ colour: base, shine: 0.06, polish: 8, soft: 0.25, pattern: woven });
  const timber: Material = { colour: wood, shine: 0.35, polish: 24, pattern: grain };
  const paper: Material = { colour: colour(0.9, 0.85, 0.74), shine: 0.05, polish: 8, soft: 0.5, glow: 0 };
  const leaf: Material = { colour: oklch(0.55, 0.13, random.range(130, 155)), shine: 0.35, polish: 20, soft: 0.4 };
  const clayPot: Material = {
    colour: random.pick([colour(0.72, 0.32, 0.18), colour(0.85, 0.82, 0.76), oklch(0.6, 0.12, hue + 200)]),
    shine: 0.2,
    polish: 14,
  };
  const brass: Material = { colour: colour(0.8, 0.5, 0.16), shine: 1, polish: 50 };
  const cream: Material = { colour: colour(0.86, 0.8, 0.7), shine: 0.08, polish: 8, soft: 0.2 };
  const ink: Material = { colour: colour(0.03, 0.03, 0.05), shine: 0.4, polish: 30 };
  const kraft: Material = { colour: colour(0.55, 0.34, 0.17), shine: 0.05, polish: 8, pattern: woven };
  const ribbon: Material = { colour: sofaColour, shine: 0.5, polish: 30 };
  const bulb: Material = { colour: colour(1, 0.75, 0.4), shine: 0, polish: 8, glow: 0 };

  const lumps: Lump[] = [];
  const pieces: Piece[] = [];
  /** Which way round the room is built. */
  const m = random.pick([-1, 1]);

  const start = random.range(0, Math.PI * 2);
  /** Places round the sofa, evenly spread, so that nothing hides behind anything else. */
  function floating(index: number): [number, number, number] {
    const angle = start + (index / 9) * Math.PI * 2;
    const wide = 1.5 + random.range(-0.12, 0.2);
    return [Math.cos(angle) * wide, 1.9 + Math.sin(angle) * 1.35, random.range(-0.7, 0.5)];
  }

  function piece(
    home: [number, number, number],
    facing: number,
    lands: number,
    weight: number,
    parts: Omit<Lump, 'group'>[],
  ): void {
    const group: Group = { position: home, turn: [0, facing, 0], scale: [1, 1, 1] };
    pieces.push({
      group,
      home,
      facing,
      lands,
      weight,
      // The sofa is the hero: it shows its front. The others may tumble.
      spin:
        weight === 1
          ? [0.3, random.range(-0.5, 0.5), random.range(0.2, 0.4) * random.pick([-1, 1])]
          : [random.range(-1, 1), random.range(-1.2, 1.2), random.range(-1, 1)],
      drift: weight === 1 ? [0.1, 1.55, 0.5] : floating(pieces.length),
    });
    lumps.push(...parts.map((part): Lump => ({ ...part, group })));
  }

  const arms = random.chance(0.5) ? 0.12 : 0.05;
  piece([-0.35 * m, 0, 1.45], 0, 5.5, 1, [
    { kind: 'box', at: [0, 0.42, 0], size: [1.05, 0.16, 0.46], round: 0.1, material: fabric(sofaColour) },
    {
      kind: 'box',
      at: [0, 0.82, 0.36],
      size: [1.05, 0.42, 0.14],
      round: 0.12,
      turn: [0.12, 0, 0],
      material: fabric(sofaColour),
      blend: 0.05,
    },
    {
      kind: 'box',
      at: [-1.05, 0.6, 0.02],
      size: [0.15, 0.3, 0.46],
      round: arms,
      material: fabric(sofaColour),
      blend: 0.04,
    },
    {
      kind: 'box',
      at: [1.05, 0.6, 0.02],
      size: [0.15, 0.3, 0.46],
      round: arms,
      material: fabric(sofaColour),
      blend: 0.04,
    },
    {
      kind: 'box',
      at: [-0.46, 0.62, -0.06],
      size: [0.43, 0.1, 0.38],
      round: 0.09,
      material: fabric(blend(sofaColour, colour(1, 1, 1), 0.1)),
    },
    {
      kind: 'box',
      at: [0.46, 0.62, -0.06],
      size: [0.43, 0.1, 0.38],
      round: 0.09,
      material: fabric(blend(sofaColour, colour(1, 1, 1), 0.1)),
    },
    ...[-0.9, 0.9].flatMap((x) =>
      [-0.32, 0.32].map(
        (z): Omit<Lump, 'group'> => ({ kind: 'rod', at: [x, 0.13, z], size: [0.03, 0.13, 0.045], material: timber }),
      ),
    ),
  ]);
  piece([-0.95 * m, 0.86, 1.28], 0.3, 5.95, 0.3, [
    {
      kind: 'box',
      at: [0, 0, 0],
      size: [0.25, 0.24, 0.11],
      round: 0.1,
      turn: [0.35, 0, 0.12],
      material: fabric(spice),
    },
  ]);
  piece([0.22 * m, 0.86, 1.3], -0.2, 6.0, 0.3, [
    { kind: 'box', at: [0, 0, 0], size: [0.23, 0.22, 0.11], round: 0.1, turn: [0.35, 0, -0.1], material: cream },
  ]);
  piece([0.3 * m, 0, 0.1], 0, 5.65, 0.7, [
    { kind: 'can', at: [0, 0.4, 0], size: [0.56, 0.045, 0], round: 0.03, material: timber },
    ...[0.5, 2.6, 4.7].map((angle): Omit<Lump, 'group'> => {
      const leg = reaching(
        [Math.cos(angle) * 0.42, 0.02, Math.sin(angle) * 0.42],
        [Math.cos(angle) * 0.3, 0.38, Math.sin(angle) * 0.3],
      );
      return { kind: 'rod', at: leg.at, turn: leg.turn, size: [0.026, leg.half, 0.04], material: timber };
    }),
  ]);
  piece([0.32 * m, 0.5, 0.1], 0.4, 6.1, 0.3, [
    { kind: 'box', at: [0, 0, 0], size: [0.2, 0.035, 0.14], round: 0.01, material: fabric(spice) },
    {
      kind: 'box',
      at: [0.02, 0.07, 0.01],
      size: [0.17, 0.03, 0.12],
      round: 0.01,
      turn: [0, 0.4, 0],
      material: fabric(wallColour),
    },
    { kind: 'can', at: [-0.02, 0.17, 0], size: [0.075, 0.075, 0], round: 0.02, material: clayPot },
  ]);
  piece([1.72 * m, 0, 1.75], 0, 5.75, 0.6, [
    { kind: 'can', at: [0, 0.03, 0], size: [0.26, 0.03, 0], round: 0.02, material: brass },
    { kind: 'rod', at: [0, 0.9, 0], size: [0.022, 0.88, 0.022], material: brass },
    { kind: 'ball', at: [0, 1.82, 0], size: [0.1, 0.12, 0.1], material: bulb },
    { kind: 'rod', at: [0, 1.86, 0], size: [0.36, 0.12, 0.26], material: paper },
  ]);
  const fronds = random.whole(6, 9);
  piece([-1.85 * m, 0, 1.15], 0, 5.85, 0.6, [
    { kind: 'rod', at: [0, 0.28, 0], size: [0.19, 0.12, 0.25], material: clayPot },
    ...Array.from({ length: fronds }, (_, n): Omit<Lump, 'group'> => {
      const angle = (n / fronds) * Math.PI * 2 + random.range(-0.3, 0.3);
      const lean = random.range(0.18, 0.62);
      const tall = random.range(0.55, 1.0);
      const from: [number, number, number] = [Math.cos(angle) * 0.05, 0.45, Math.sin(angle) * 0.05];
      const stem = reaching(from, [Math.cos(angle) * lean, 0.5 + tall, Math.sin(angle) * lean]);
      return {
        kind: 'ball',
        at: stem.at,
        turn: [stem.turn[0], stem.turn[1], 0],
        size: [0.1, stem.half * 1.05, 0.035],
        material: leaf,
      };
    }),
  ]);
  const art = random.whole(0, 2);
  piece([-0.5 * m, 2.55, 2.5], 0, 5.6, 0.5, [
    { kind: 'box', at: [0, 0, 0], size: [0.5, 0.62, 0.03], round: 0.01, material: ink },
    {
      kind: 'box',
      at: [0, 0, -0.02],
      size: [0.44, 0.56, 0.025],
      round: 0.005,
      material: { ...cream, pattern: painting },
    },
  ]);
  piece([0.72 * m, 2.75, 2.5], 0, 5.7, 0.4, [
    { kind: 'box', at: [0, 0, 0], size: [0.32, 0.32, 0.03], round: 0.01, material: timber },
    {
      kind: 'box',
      at: [0, 0, -0.02],
      size: [0.27, 0.27, 0.025],
      round: 0.005,
      material: { ...cream, pattern: painting },
    },
  ]);
  piece([-1.25 * m, 0, 0.05], 0, 5.8, 0.5, [
    { kind: 'can', at: [0, 0.24, 0], size: [0.36, 0.24, 0], round: 0.12, material: fabric(spice) },
  ]);
  const box: Group = { position: [0, 0, 0.1], turn: [0, 0, 0], scale: [1, 1, 1] };
  lumps.push(
    { kind: 'box', at: [0, 0.42, 0], size: [0.45, 0.42, 0.45], round: 0.02, material: kraft, group: box },
    { kind: 'box', at: [0, 0.42, 0], size: [0.07, 0.428, 0.458], round: 0.01, material: ribbon, group: box },
    { kind: 'box', at: [0, 0.42, 0], size: [0.458, 0.428, 0.07], round: 0.01, material: ribbon, group: box },
    {
      kind: 'ring',
      at: [-0.12, 0.9, 0],
      size: [0.1, 0.035, 0],
      turn: [Math.PI / 2, 0, 0.4],
      material: ribbon,
      group: box,
    },
    {
      kind: 'ring',
      at: [0.12, 0.9, 0],
      size: [0.1, 0.035, 0],
      turn: [Math.PI / 2, 0, -0.4],
      material: ribbon,
      group: box,
    },
  );
  const colours = { hue, wallColour, sideColour, wood, sofaColour, spice };
  return { lumps, pieces, box, mirrored: m, colours, shade: paper, bulb };

  function painting(x: number, y: number, _z: number, base: Colour, out: Colour): void {
    const sun = Math.hypot(x, y - 0.1) < 0.16 ? 1 : 0;
    const hill = y < -0.12 + 0.07 * Math.sin(x * 9 + art * 2) ? 1 : 0;
    const tint = hill ? wallColour : sun ? spice : base;
    out.r = tint.r;
    out.g = tint.g;
    out.b = tint.b;
  }
}
