import { createClay } from '../stage/clay.ts';
import { blend, type Colour, colour, hueOf, oklch } from '../stage/colour.ts';
import { mix, smooth } from '../stage/easing.ts';
import type { Group, Lump, Material } from '../stage/lump.ts';
import { reaching } from '../stage/matrix.ts';
import { noise3 } from '../stage/noise.ts';
import { mottled } from '../stage/patterns.ts';
import type { Random } from '../stage/random.ts';

/** A furry fellow with a scarf, its meadow and toadstools. Its limbs are groups to be moved; it looks towards -z. */
export function createCreature(random: Random, accents: readonly Colour[]) {
  const hue = accents[0] ? hueOf(accents[0]) : random.pick([215, 25, 320, 155, 60, 280]);
  const furColour = oklch(0.66, 0.15, hue);
  const dark = oklch(0.5, 0.14, hue + 12);
  const cream = colour(0.85, 0.72, 0.55);
  const wrapHue = hue + random.pick([150, 180, 210]);
  const dusk = random.chance(0.4);
  const skyTop = dusk
    ? oklch(0.5, 0.13, random.range(285, 305))
    : oklch(random.range(0.5, 0.58), 0.15, random.range(246, 260));
  const skyLow = dusk ? oklch(0.84, 0.11, random.range(38, 62)) : oklch(0.9, 0.05, random.range(200, 225));
  const grass = oklch(0.52, 0.085, random.range(118, 140));

  const fur: Material = {
    colour: furColour,
    shine: 0.12,
    polish: 10,
    soft: 0.35,
    pattern: mottled([26, 15, 26], 0.72, 0.56),
  };
  const tip: Material = { ...fur, colour: dark };
  const belly: Material = {
    colour: cream,
    shine: 0.05,
    polish: 8,
    soft: 0.4,
    pattern: mottled([26, 15, 26], 0.72, 0.56),
  };
  const white: Material = { colour: colour(0.92, 0.92, 0.9), shine: 0.8, polish: 90 };
  const iris: Material = { colour: oklch(0.66, 0.15, wrapHue), shine: 0.9, polish: 120 };
  const black: Material = { colour: colour(0.01, 0.008, 0.012), shine: 1, polish: 160 };
  const glint: Material = { colour: colour(1, 1, 1), shine: 0, polish: 8, glow: 1.4 };
  const nose: Material = { colour: oklch(0.65, 0.17, 25), shine: 0.7, polish: 60, soft: 0.3 };
  const cheek: Material = { colour: blend(furColour, oklch(0.68, 0.18, 18), 0.75), shine: 0.05, polish: 8, soft: 0.5 };
  const wool: Material = { colour: oklch(0.62, 0.2, wrapHue), shine: 0.08, polish: 8, soft: 0.2, pattern: stripes };
  const mouthInside: Material = { colour: oklch(0.3, 0.12, 20), shine: 0.2, polish: 20 };

  const root: Group = { position: [0, 0, 0], turn: [0, 0, 0], scale: [1, 1, 1] };
  const head: Group = { position: [0, 1.45, 0], turn: [0, 0, 0], scale: [1, 1, 1], parent: root };
  const armLeft: Group = { position: [-0.72, 1.12, 0], turn: [0, 0, 0], scale: [1, 1, 1], parent: root };
  const armRight: Group = { position: [0.72, 1.12, 0], turn: [0, 0, 0], scale: [1, 1, 1], parent: root };
  const eyes: [Group, Group] = [
    { position: [-0.3, 0.28, -0.5], turn: [0, 0, 0], scale: [1, 1, 1], parent: head },
    { position: [0.3, 0.28, -0.5], turn: [0, 0, 0], scale: [1, 1, 1], parent: head },
  ];
  const earKind = random.pick(['cat', 'bunny', 'bear'] as const);
  const plump = random.range(0.9, 1.12);
  const lumps: Lump[] = [
    { kind: 'ball', at: [0, 0.92, 0], size: [0.82 * plump, 0.95, 0.74], material: fur, group: root },
    { kind: 'ball', at: [0, 0.2, 0], size: [0.78 * plump, 0.68, 0.68], material: fur, blend: 0.25, group: head },
    { kind: 'ball', at: [-0.36, 0.14, -0.12], size: [0.28, 0.15, 0.42], material: fur, blend: 0.15, group: root },
    { kind: 'ball', at: [0.36, 0.14, -0.12], size: [0.28, 0.15, 0.42], material: fur, blend: 0.15, group: root },
    { kind: 'rod', ...arm(-0.2, -0.62), size: [0.17, 0.32, 0.2], material: fur, blend: 0.12, group: armLeft },
    { kind: 'rod', ...arm(0.2, -0.62), size: [0.17, 0.32, 0.2], material: fur, blend: 0.12, group: armRight },
    { kind: 'ball', at: [0, 0.82, -0.2], size: [0.58 * plump, 0.68, 0.6], material: belly, blend: 0.03, group: root },
  ];
  for (const side of [-1, 1]) {
    if (earKind === 'bear')
      lumps.push({
        kind: 'ball',
        at: [side * 0.55, 0.75, 0.02],
        size: [0.24, 0.24, 0.13],
        material: tip,
        blend: 0.1,
        group: head,
      });
    else {
      const long = earKind === 'bunny';
      const ear = reaching([side * 0.36, 0.6, 0.02], [side * (long ? 0.5 : 0.56), long ? 1.55 : 1.08, 0.02]);
      lumps.push({
        kind: 'rod',
        at: ear.at,
        turn: ear.turn,
        size: [0.2, ear.half, long ? 0.14 : 0.05],
        material: tip,
        blend: 0.12,
        group: head,
      });
    }
  }
  // The wide open mouth is cut out; everything after it stays whole.
  const mouth: Lump = {
    kind: 'ball',
    at: [0, -0.14, -0.66],
    size: [0.2, 0.1, 0.16],
    material: mouthInside,
    carve: true,
    blend: 0.03,
    group: head,
  };
  lumps.push(mouth, { kind: 'ball', at: [0, 0.06, -0.7], size: [0.11, 0.08, 0.09], material: nose, group: head });
  for (const side of [-1, 1])
    lumps.push({
      kind: 'ball',
      at: [side * 0.5, 0.0, -0.42],
      size: [0.17, 0.12, 0.14],
      material: cheek,
      blend: 0.05,
      group: head,
    });
  eyes.forEach((eye) => {
    lumps.push({ kind: 'ball', at: [0, 0, 0], size: [0.23, 0.25, 0.17], material: white, group: eye });
    lumps.push({ kind: 'ball', at: [0, 0, -0.105], size: [0.14, 0.15, 0.085], material: iris, group: eye });
    lumps.push({ kind: 'ball', at: [0, 0, -0.155], size: [0.085, 0.095, 0.05], material: black, group: eye });
    lumps.push({ kind: 'ball', at: [0.05, 0.06, -0.2], size: [0.032, 0.032, 0.02], material: glint, group: eye });
  });
  lumps.push({ kind: 'ring', at: [0, -0.32, 0], size: [0.62 * plump, 0.14, 0], material: wool, group: head });
  lumps.push({
    kind: 'box',
    at: [0.32, 0.95, -0.72],
    size: [0.13, 0.32, 0.05],
    round: 0.05,
    turn: [-0.12, 0, 0.2],
    material: wool,
    group: root,
  });
  const toadstools = random.whole(2, 4);
  for (let n = 0; n < toadstools; n++) {
    const x = random.pick([-1, 1]) * random.range(1.15, 1.8);
    const z = random.range(-0.5, 1.6);
    const size = random.range(0.18, 0.34);
    lumps.push({ kind: 'rod', at: [x, size * 0.8, z], size: [size * 0.4, size * 0.8, size * 0.3], material: belly });
    lumps.push({
      kind: 'ball',
      at: [x, size * 1.9, z],
      size: [size * 1.1, size * 0.72, size * 1.1],
      material: { colour: oklch(0.58, 0.21, random.pick([25, 15, wrapHue])), shine: 0.7, polish: 50, pattern: dots },
    });
  }
  const clay = createClay(lumps);
  return { clay, root, head, armLeft, armRight, eyes, mouth, colours: { hue, cream, skyTop, skyLow, grass } };

  function stripes(x: number, y: number, z: number, base: Colour, out: Colour): void {
    const band = Math.sin(Math.atan2(z, x) * 14 + y * 22) > 0 ? 1 : 0;
    out.r = mix(base.r, 0.9, band);
    out.g = mix(base.g, 0.86, band);
    out.b = mix(base.b, 0.78, band);
  }

  function dots(x: number, y: number, z: number, base: Colour, out: Colour): void {
    const spot = smooth(0.78, 0.84, noise3(x * 9 + 3, y * 9, z * 9) + 0.12);
    out.r = mix(base.r, 0.95, spot);
    out.g = mix(base.g, 0.92, spot);
    out.b = mix(base.b, 0.85, spot);
  }
}

function arm(dx: number, dy: number): { at: [number, number, number]; turn: [number, number, number] } {
  const { at, turn } = reaching([0, 0, 0], [dx * 1.3, dy, -0.08]);
  return { at, turn };
}
