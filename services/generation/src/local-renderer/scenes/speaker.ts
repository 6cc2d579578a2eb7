import { createClay } from '../stage/clay.ts';
import { blend, type Colour, colour, hueOf, oklch, scale } from '../stage/colour.ts';
import { clamp } from '../stage/easing.ts';
import type { Group, Lump, Material } from '../stage/lump.ts';
import { reaching } from '../stage/matrix.ts';
import { mottled } from '../stage/patterns.ts';
import type { Random } from '../stage/random.ts';

/** A clay head and shoulders with headphones, and a microphone. The mouth's lumps and the groups are there to be moved. */
export function createSpeaker(random: Random, accents: readonly Colour[]) {
  const hue = accents[0] ? hueOf(accents[0]) : random.range(0, 360);
  const shirtHue = hue + random.pick([140, 180, 220]);
  const wall = oklch(0.42, 0.2, hue);
  const ringColours = [oklch(0.64, 0.24, hue + 50), oklch(0.75, 0.17, hue + 110), oklch(0.62, 0.22, hue + 20)];
  const skin = random.pick([
    colour(0.86, 0.5, 0.34),
    colour(0.62, 0.3, 0.17),
    colour(0.36, 0.16, 0.085),
    colour(0.9, 0.58, 0.43),
    colour(0.2, 0.09, 0.05),
  ]);
  const hairColour = random.pick([
    colour(0.02, 0.012, 0.02),
    colour(0.12, 0.05, 0.02),
    colour(0.5, 0.22, 0.06),
    colour(0.3, 0.06, 0.02),
    scale(oklch(0.5, 0.2, hue + 60), 0.8),
  ]);

  const face: Material = { colour: skin, shine: 0.3, polish: 18, soft: 0.4 };
  const lips: Material = { colour: blend(skin, colour(0.6, 0.06, 0.08), 0.55), shine: 0.55, polish: 30, soft: 0.3 };
  const throat: Material = { colour: colour(0.12, 0.01, 0.015), shine: 0.3, polish: 30 };
  const tongueStuff: Material = { colour: colour(0.75, 0.16, 0.18), shine: 0.5, polish: 30, soft: 0.4 };
  const teeth: Material = { colour: colour(0.9, 0.88, 0.84), shine: 0.7, polish: 60 };
  const hair: Material = { colour: hairColour, shine: 0.5, polish: 26 };
  const white: Material = { colour: colour(0.92, 0.92, 0.92), shine: 0.7, polish: 90 };
  const iris: Material = { colour: oklch(0.55, 0.13, random.pick([200, 140, 60, 250])), shine: 0.9, polish: 120 };
  const black: Material = { colour: colour(0.01, 0.01, 0.012), shine: 1, polish: 150 };
  const shirt: Material = {
    colour: oklch(0.68, 0.14, shirtHue),
    shine: 0.1,
    polish: 8,
    soft: 0.25,
    pattern: mottled([34, 34, 34], 0.86, 0.28),
  };
  const plastic: Material = {
    colour: random.pick([colour(0.88, 0.88, 0.9), colour(0.05, 0.05, 0.07), oklch(0.7, 0.17, hue + 110)]),
    shine: 0.6,
    polish: 50,
  };
  const cushion: Material = { colour: colour(0.06, 0.05, 0.08), shine: 0.2, polish: 12 };
  const mesh: Material = { colour: colour(0.34, 0.33, 0.38), shine: 1, polish: 40, pattern: grille };
  const metal: Material = { colour: colour(0.06, 0.05, 0.08), shine: 0.8, polish: 40 };
  const gold: Material = { colour: colour(0.85, 0.52, 0.14), shine: 1, polish: 60 };

  const body: Group = { position: [0, 0, 0], turn: [0, 0, 0], scale: [1, 1, 1] };
  const head: Group = { position: [0, 1.1, 0], turn: [0, 0, 0], scale: [1, 1, 1], parent: body };
  const mic: Group = { position: [0.42, 0.1, -1.0], turn: [0, 0, 0], scale: [1, 1, 1] };
  const mouth: Lump = {
    kind: 'ball',
    at: [0, 0.2, -0.62],
    size: [0.2, 0.1, 0.3],
    material: throat,
    carve: true,
    blend: 0.04,
    group: head,
  };
  const lipRing: Lump = {
    kind: 'ball',
    at: [0, 0.2, -0.5],
    size: [0.28, 0.16, 0.2],
    material: lips,
    blend: 0.06,
    group: head,
  };
  const tongue: Lump = {
    kind: 'ball',
    at: [0, 0.1, -0.46],
    size: [0.14, 0.06, 0.14],
    material: tongueStuff,
    group: head,
  };
  const brows: Group[] = [-1, 1].map((side) => ({
    position: [side * 0.24, 0.86, -0.56],
    turn: [0, 0, 0],
    scale: [1, 1, 1],
    parent: head,
  }));
  const eyes: Group[] = [-1, 1].map((side) => ({
    position: [side * 0.24, 0.63, -0.52],
    turn: [0, 0, 0],
    scale: [1, 1, 1],
    parent: head,
  }));
  const long = random.chance(0.5);
  const lumps: Lump[] = [
    { kind: 'ball', at: [0, 0.5, 0], size: [0.6, 0.76, 0.62], material: face, group: head },
    { kind: 'ball', at: [0, 0.08, -0.1], size: [0.42, 0.32, 0.46], material: face, blend: 0.2, group: head },
    lipRing,
    mouth,
    { kind: 'box', at: [0, 0.2, -0.5], size: [0.12, 0.03, 0.05], round: 0.03, material: teeth, group: head },
    tongue,
    { kind: 'ball', at: [0, 0.47, -0.66], size: [0.11, 0.13, 0.13], material: face, blend: 0.1, group: head },
    { kind: 'can', at: [0, -0.2, 0.06], size: [0.24, 0.34, 0], round: 0.1, material: face, blend: 0.1, group: head },
    { kind: 'ball', at: [0, -0.08, 0.1], size: [1.12, 0.72, 0.62], material: shirt, group: body },
    { kind: 'can', at: [0, 0.6, 0.06], size: [0.34, 0.13, 0], round: 0.1, material: shirt, blend: 0.18, group: body },
  ];
  const curls = random.whole(4, 7);
  for (let n = 0; n < curls; n++) {
    const share = n / (curls - 1) - 0.5;
    lumps.push({
      kind: 'ball',
      at: [share * 0.92, 1.12 - share * share * 0.7 + random.range(-0.04, 0.06), -0.1 + random.range(-0.1, 0.06)],
      size: [0.3, 0.24, 0.38],
      material: hair,
      blend: n ? 0.12 : 0,
      group: head,
    });
  }
  lumps.push({ kind: 'ball', at: [0, 0.78, 0.2], size: [0.66, 0.66, 0.56], material: hair, blend: 0.06, group: head });
  if (long)
    for (const side of [-1, 1])
      lumps.push({
        kind: 'rod',
        at: [side * 0.56, 0.1, 0.25],
        size: [0.14, 0.6, 0.22],
        material: hair,
        blend: 0.1,
        group: head,
      });
  eyes.forEach((eye) => {
    lumps.push({ kind: 'ball', at: [0, 0, 0], size: [0.15, 0.16, 0.12], material: white, group: eye });
    lumps.push({ kind: 'ball', at: [0, 0, -0.085], size: [0.075, 0.08, 0.045], material: iris, group: eye });
    lumps.push({ kind: 'ball', at: [0, 0, -0.112], size: [0.04, 0.045, 0.025], material: black, group: eye });
  });
  brows.forEach((brow) => {
    lumps.push({ kind: 'box', at: [0, 0, 0], size: [0.16, 0.035, 0.06], round: 0.034, material: hair, group: brow });
  });
  lumps.push({ kind: 'arch', at: [0, 0.62, 0.02], size: [0.74, 0.055, 0], material: plastic, group: head });
  for (const side of [-1, 1]) {
    lumps.push({
      kind: 'can',
      at: [side * 0.7, 0.5, 0.02],
      size: [0.26, 0.12, 0],
      round: 0.06,
      turn: [0, 0, Math.PI / 2],
      material: plastic,
      group: head,
    });
    lumps.push({
      kind: 'can',
      at: [side * 0.6, 0.5, 0.02],
      size: [0.22, 0.06, 0],
      round: 0.05,
      turn: [0, 0, Math.PI / 2],
      material: cushion,
      group: head,
    });
  }
  const handle = reaching([0.06, -1.0, 0.1], [0, 0.3, 0]);
  lumps.push({ kind: 'ball', at: [0, 0.58, 0], size: [0.25, 0.28, 0.25], material: mesh, group: mic });
  lumps.push({ kind: 'ring', at: [0, 0.42, 0], size: [0.2, 0.05, 0], material: gold, group: mic });
  lumps.push({
    kind: 'rod',
    at: handle.at,
    turn: handle.turn,
    size: [0.1, handle.half, 0.16],
    material: metal,
    group: mic,
  });
  const clay = createClay(lumps);
  const colours = { wall, ringColours, shirtHue };
  return { clay, body, head, mic, mouth, lipRing, tongue, brows, eyes, colours };

  function grille(x: number, y: number, z: number, base: Colour, out: Colour): void {
    const u = Math.atan2(z, x) * 7;
    const v = Math.asin(clamp(y / 0.28, -1, 1)) * 7;
    const wire = Math.max(Math.abs(Math.sin(u + v)), Math.abs(Math.sin(u - v))) > 0.8 ? 1.5 : 0.25;
    out.r = base.r * wire;
    out.g = base.g * wire;
    out.b = base.b * wire;
  }
}
