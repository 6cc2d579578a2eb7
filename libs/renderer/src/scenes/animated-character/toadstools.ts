import { type Colour, oklch } from '../../stage/colour.ts';
import { mix, smooth } from '../../stage/easing.ts';
import type { Lump, Material, Paint } from '../../stage/lump.ts';
import type { Random } from '../../stage/random.ts';

/** A group of toadstools on one side and a single one on the other. */
export function toadstools(random: Random, trimHue: number, side: number): Lump[] {
  const stem: Material = { colour: oklch(0.9, 0.04, 85), shine: 0.1, polish: 10, soft: 0.5 };
  const lumps: Lump[] = [];
  const family = random.range(1.25, 1.45) * side;
  const hue = random.pick([25, 20, 350, trimHue]);
  for (const [dx, z, size] of [
    [0, 0.1, random.range(0.3, 0.38)],
    [0.42 * side, -0.35, random.range(0.16, 0.2)],
    [-3 * side, 0.9, random.range(0.3, 0.42)],
  ] as const) {
    const x = family + dx;
    const dots = Array.from({ length: 9 }, (_, n) => {
      const angle = n * 2.4;
      const out = n === 0 ? 0 : Math.sqrt(n / 9.5);
      return [Math.cos(angle) * out, Math.sin(angle) * out, random.range(0.12, 0.22)] as const;
    });
    const cap: Material = {
      colour: oklch(0.56, 0.2, hue + random.range(-6, 6)),
      shine: 0.5,
      polish: 40,
      soft: 0.35,
      pattern(px, py, pz, base: Colour, out: Paint) {
        let spot = 0;
        for (const [sx, sz, reach] of dots)
          spot = Math.max(
            spot,
            smooth(reach + 0.02, reach - 0.02, Math.hypot(px / size / 1.2 - sx, pz / size / 1.2 - sz)),
          );
        const under = smooth(-0.02, -0.06, py);
        const white = Math.max(spot * (1 - under), under * 0.8);
        out.r = mix(base.r, 0.92, white);
        out.g = mix(base.g, 0.87, white);
        out.b = mix(base.b, 0.78, white);
        out.gloss = 1 - 0.7 * white;
      },
    };
    lumps.push(
      { kind: 'rod', at: [x, size * 0.8, z], size: [size * 0.36, size * 0.9, size * 0.24], material: stem },
      {
        kind: 'ball',
        at: [x, size * 1.72, z],
        size: [size * 1.2, size * 0.62, size * 1.2],
        material: cap,
        turn: [0.1, 0, -0.12 * side],
      },
      {
        kind: 'ball',
        at: [x, size * 1.2, z],
        size: [size * 1.02, size * 0.4, size * 1.02],
        material: stem,
        carve: true,
        blend: 0.03,
      },
    );
  }
  // The hollow under a cap is carved before the stems are added, so that it does not cut them.
  const stems = lumps.filter(({ kind }) => kind === 'rod');
  return [...lumps.filter(({ kind }) => kind !== 'rod'), ...stems];
}
