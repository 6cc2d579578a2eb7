import { type Colour, colour, scale } from '../../stage/colour.ts';
import { easeOut, mix, smooth, within } from '../../stage/easing.ts';
import type { Group, Lump, Material } from '../../stage/lump.ts';
import { mottled } from '../../stage/patterns.ts';
import type { Random } from '../../stage/random.ts';

const TALL = 0.8;

/** A box that jolts and leaks light at its seam until its lid flies off. `hops` are the times of the jolts. */
export function createBox(random: Random, ribbonColour: Colour, burst: number) {
  const kraft: Material = {
    colour: random.pick([colour(0.5, 0.29, 0.13), scale(ribbonColour, 0.55), colour(0.72, 0.66, 0.56)]),
    shine: 0.08,
    polish: 10,
    pattern: mottled([7, 34, 7], 0.92, 0.15),
  };
  const ribbon: Material = { colour: ribbonColour, shine: 0.7, polish: 40, soft: 0.2 };
  const light: Material = { colour: colour(1, 0.7, 0.32), shine: 0, polish: 8, glow: 3 };
  const body: Group = { position: [0, 0, 0], turn: [0, 0, 0], scale: [1, 1, 1] };
  const lid: Group = { position: [0, 0, 0], turn: [0, 0, 0], scale: [1, 1, 1] };
  const bow = (side: number, lean: number): Lump => ({
    kind: 'ring',
    at: [0.13 * side, 0.2, 0],
    size: [0.1, 0.034, 0],
    turn: [Math.PI / 2, 0, lean],
    material: ribbon,
    group: lid,
  });
  const lumps: Lump[] = [
    { kind: 'box', at: [0, TALL / 2, 0], size: [0.45, TALL / 2, 0.45], round: 0.02, material: kraft, group: body },
    {
      kind: 'box',
      at: [0, TALL / 2, 0],
      size: [0.075, TALL / 2 + 0.004, 0.458],
      round: 0.01,
      material: ribbon,
      group: body,
    },
    {
      kind: 'box',
      at: [0, TALL / 2, 0],
      size: [0.458, TALL / 2 + 0.004, 0.075],
      round: 0.01,
      material: ribbon,
      group: body,
    },
    { kind: 'box', at: [0, TALL + 0.005, 0], size: [0.42, 0.012, 0.42], round: 0.005, material: light, group: body },
  ];
  const lidLumps: Lump[] = [
    { kind: 'box', at: [0, 0.06, 0], size: [0.485, 0.075, 0.485], round: 0.02, material: kraft, group: lid },
    { kind: 'box', at: [0, 0.06, 0], size: [0.08, 0.081, 0.492], round: 0.01, material: ribbon, group: lid },
    { kind: 'box', at: [0, 0.06, 0], size: [0.492, 0.081, 0.08], round: 0.01, material: ribbon, group: lid },
    bow(-1, 0.5),
    bow(1, -0.5),
    { kind: 'ball', at: [0, 0.17, 0], size: [0.055, 0.045, 0.055], material: ribbon, group: lid },
  ];

  // The jolts come faster and faster.
  const hops: number[] = [];
  for (let at = -0.07, gap = random.range(0.5, 0.62); at < burst - 0.16; at += gap, gap *= random.range(0.74, 0.82)) {
    hops.push(at);
    if (gap < 0.13) gap = 0.13;
  }
  const lean = hops.map(() => random.range(-1, 1));
  const facing = random.range(0.35, 0.7) * random.pick([-1, 1]);
  const fling = random.range(-1, 1);

  /** Light from the box at a time: a glimmer that brightens with each jolt, and a flash at the burst. */
  function glowAt(time: number): number {
    const since = time - burst;
    if (since > 0) return 1.2 * Math.exp(-since * 5) + 0.8 * Math.exp(-since * 0.35) * smooth(2.9, 1.5, since);
    let glow = 0.42 + 0.4 * smooth(0, burst, time);
    for (const [n, at] of hops.entries())
      if (time > at)
        glow += (0.5 + 1.1 * (n / hops.length)) * Math.exp(-(time - at) * 5.5) * smooth(at, at + 0.05, time);
    return Math.min(1.1, glow);
  }

  function pose(time: number): void {
    const since = time - burst;
    const tremble = smooth(-0.4, burst, time) ** 1.5;
    let hop = 0;
    let roll = 0;
    let gap = 0.022 + 0.02 * tremble;
    for (const [n, at] of hops.entries()) {
      const age = time - at;
      if (age < 0 || age > 0.5) continue;
      const strength = 0.5 + 0.5 * (n / hops.length);
      hop += 0.1 * strength * Math.max(0, Math.sin(Math.min(1, age / 0.2) * Math.PI));
      roll += 0.09 * strength * (lean[n] as number) * Math.exp(-age * 7) * Math.sin(age * 24);
      gap += 0.13 * strength * Math.max(0, Math.sin(Math.min(1, age / 0.26) * Math.PI));
    }
    const swell = 1 + 0.02 * tremble * Math.sin(time * 34) + 0.16 * smooth(burst - 0.16, burst, time);
    const gone = since > 0.05;
    body.position = [0.012 * tremble * Math.sin(time * 51), gone ? -30 : hop, 0.1];
    body.turn = [0, facing + 0.03 * tremble * Math.sin(time * 37), roll];
    body.scale = [swell, 2 - swell, swell];
    if (since < 0) {
      lid.position = [body.position[0] - roll * TALL, hop + TALL * (2 - swell) + gap - 0.06, 0.1];
      lid.turn = [0.16 * gap * Math.sin(time * 9), body.turn[1], roll * 1.4 + gap * 0.5 * fling];
    } else {
      const fly = easeOut(within(since, 0, 1.1), 2);
      lid.position = [fling * 0.9 * fly, mix(TALL, 8, fly), 0.1 - 1.2 * fly];
      lid.turn = [since * 5, facing + since * 3, since * 4 * fling];
      if (since > 1) lid.position = [0, -30, 0];
    }
  }
  return { lumps, lidLumps, hops, pose, glowAt, mouth: [0, TALL + 0.12, 0.05] as [number, number, number] };
}
