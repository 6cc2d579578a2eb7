import { blend, type Colour, colour } from '../../stage/colour.ts';
import { mix, smooth } from '../../stage/easing.ts';
import { fractal3, hash2, hash3, noise3 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import type { Finish, Solid } from '../../stage/solid.ts';
import { angleOf, length3, roundedMax, roundedMin } from '../../stage/solid-shapes.ts';
import type { Layer } from './food-layers.ts';
import { dripRim, rimAt } from './icing-rim.ts';

/** A glazed doughnut: porous sponge with a pale belt, icing with a dripping rim, sugar strands, marbling, gold leaf. */
export function createDonut(random: Random, icings: readonly Colour[], index: number, gold: boolean): Layer {
  const size = 1 - index * 0.035 + random.range(-0.03, 0.03);
  const hole = 0.64 * size;
  const fat = 0.365 * size;
  const icing = icings[index % icings.length] as Colour;
  const veins = blend(
    icing,
    random.chance(0.6) ? colour(1, 0.96, 0.92) : (icings[(index + 1) % icings.length] as Colour),
    0.75,
  );
  const marbled = random.chance(0.65);
  const strands = random.range(0.25, 0.6);
  const tints = [
    colour(0.98, 0.93, 0.85),
    colour(0.95, 0.25, 0.2),
    icings[(index + 1) % icings.length] as Colour,
    colour(1, 0.76, 0.2),
  ];
  const tilt = [random.range(-0.07, 0.07), random.range(-0.07, 0.07)] as const;
  const turn = random.range(0, 6);
  const seed = random.whole(1, 900);
  const rim = dripRim(random);
  const sponge = colour(0.72, 0.36, 0.11);

  /** The nearest part: 0 sponge, 1 icing, 2 and up the colour of a sugar strand. */
  let part = 0;
  const place = { x: random.range(-0.06, 0.06), y: 0, z: random.range(-0.06, 0.06), squash: 0 };

  function near(x: number, y: number, z: number): number {
    const lx = x - place.x;
    const lz = z - place.z;
    const tall = 1 - place.squash;
    const ly = (y - place.y - tilt[0] * lx - tilt[1] * lz) / tall;
    const r = Math.sqrt(lx * lx + lz * lz) / (1 + place.squash * 0.4);
    const across = r - hole;
    const up = ly * 1.14;
    const body = Math.sqrt(across * across + up * up) - fat;
    part = 0;
    if (body > 0.115) return (body - 0.09) * 0.9;
    const angle = angleOf(lz, lx) + turn;
    const edge = rimAt(rim, angle) * size;
    // Thicker at the end of a drip.
    const thick = 0.036 + 0.03 * smooth(0.11, 0, ly - edge) * smooth(0, -0.12, edge);
    const shell = body - thick;
    const glaze = roundedMax(shell, (edge - ly) * 0.75, 0.075);
    let best = body;
    if (glaze < body) {
      best = glaze;
      part = 1;
    }
    if (ly > 0.06 && shell < 0.07 && ly - edge > 0.06) {
      const ring = Math.round((hole * Math.PI * 2) / 0.125);
      const u = ((angle / (Math.PI * 2) + 2) % 1) * ring;
      const v = (angleOf(up, across) * (fat + 0.04)) / 0.115;
      const cu = Math.floor(u);
      const cv = Math.floor(v);
      const luck = hash3(cu, cv, seed);
      if (luck < strands) {
        const spin = luck * 331;
        const a = (u - cu - 0.5 - 0.3 * (hash2(cu + seed, cv) - 0.5)) * 0.125 * (r / hole);
        const b = (v - cv - 0.5 - 0.3 * (hash2(cu, cv + seed) - 0.5)) * 0.115;
        const along = Math.abs(a * Math.cos(spin) + b * Math.sin(spin)) - 0.029;
        const beside = b * Math.cos(spin) - a * Math.sin(spin);
        const strand = Math.sqrt(Math.max(0, along) ** 2 + beside * beside + (shell - 0.006) ** 2) - 0.0155;
        if (strand < best) {
          best = strand;
          part = 2 + (Math.floor(luck * 977) % tints.length);
        }
      }
    }
    return best * 0.88 * Math.min(1, tall + 0.1);
  }

  const solid: Solid = {
    bounds: { x: 0, y: 0, z: 0, wide: hole + fat + 0.11, tall: fat + 0.14 },
    shown: true,
    distance: near,
    hull,
    finish: { r: 0.5, g: 0.3, b: 0.2, coat: 0.1, rough: 0.8, soft: 0.35, metal: 0, glow: 0 },
    paint(x, y, z, out) {
      near(x, y, z);
      const px = x - place.x;
      const py = y - place.y;
      const pz = z - place.z;
      if (part === 0) paintSponge(px, py, pz, sponge, out);
      else if (part === 1) paintIcing(px, py, pz, out);
      else {
        const tint = tints[part - 2] as Colour;
        const metal = gold && part === 5;
        Object.assign(out, {
          r: tint.r,
          g: tint.g,
          b: tint.b,
          coat: 0.8,
          rough: 0.15,
          soft: 0.3,
          metal: metal ? 1 : 0,
          glow: 0.03,
        });
      }
    },
    bumps(x, y, z) {
      if (part === 0) return 0.02 * fractal3(x * 22, y * 22, z * 22, 2);
      return part === 1 ? 0.008 * noise3(x * 5.5, y * 5.5, z * 5.5) : 0;
    },
  };

  function paintIcing(x: number, y: number, z: number, out: Finish): void {
    const warp = fractal3(x * 1.9 + seed, y * 1.9, z * 1.9, 2);
    const swirl = marbled
      ? smooth(0.4, 0.62, fractal3(x * 2.6 + warp * 3.2, y * 2.6 + seed, z * 2.6 + warp * 2.4, 3))
      : 0;
    out.r = mix(icing.r, veins.r, swirl);
    out.g = mix(icing.g, veins.g, swirl);
    out.b = mix(icing.b, veins.b, swirl);
    out.coat = 1;
    out.rough = 0.02;
    out.soft = 0.75;
    out.metal = 0;
    out.glow = 0.03;
    const leaf = gold ? smooth(0.685, 0.7, fractal3(x * 4.2 + seed * 3, y * 4.2, z * 4.2, 3)) : 0;
    if (leaf > 0) {
      out.r = mix(out.r, 1, leaf);
      out.g = mix(out.g, 0.72, leaf);
      out.b = mix(out.b, 0.28, leaf);
      out.metal = leaf;
      out.rough = 0.3;
      out.glow = 0.03 + 0.14 * leaf;
    }
    // Round, glittering grains of sugar.
    const [gx, gy, gz] = [Math.floor(x * 46), Math.floor(y * 46), Math.floor(z * 46)];
    const grain = hash3(gx, gy, gz);
    if (grain < 0.978) return;
    const round = smooth(0.42, 0.2, length3(x * 46 - gx - 0.5, y * 46 - gy - 0.5, z * 46 - gz - 0.5));
    out.glow += round * (0.25 + 0.7 * (grain - 0.978) * 45);
    out.r = mix(out.r, 1, 0.75 * round);
    out.g = mix(out.g, 0.95, 0.75 * round);
    out.b = mix(out.b, 0.9, 0.75 * round);
  }

  return { solid, place, half: fat / 1.14, wide: hole + fat, crest: hole, body };

  function hull(x: number, y: number, z: number): number {
    const lx = x - place.x;
    const lz = z - place.z;
    const ly = (y - place.y - tilt[0] * lx - tilt[1] * lz) * 1.14;
    const across = Math.sqrt(lx * lx + lz * lz) - hole;
    return (Math.sqrt(across * across + ly * ly) - fat) * 0.92;
  }

  /** The ring without fine detail and with its hole half filled; the sauce runs over this shape. */
  function body(x: number, y: number, z: number): number {
    const lx = x - place.x;
    const lz = z - place.z;
    const ly = (y - place.y - tilt[0] * lx - tilt[1] * lz) / (1 - place.squash);
    const r = Math.sqrt(lx * lx + lz * lz) / (1 + place.squash * 0.4);
    const ring = Math.sqrt((r - hole) ** 2 + (ly * 1.14) ** 2) - fat - 0.036;
    return roundedMin(ring, Math.max(r - hole, ly - fat * 0.62), 0.1);
  }
}

export function paintSponge(x: number, y: number, z: number, sponge: Colour, out: Finish): void {
  const crumb = 0.7 + 0.6 * fractal3(x * 9, y * 9, z * 9, 3);
  const pore = smooth(0.62, 0.74, noise3(x * 30, y * 30, z * 30));
  const belt = smooth(0.13, 0.03, Math.abs(y + 0.02 + 0.03 * (noise3(x * 4, 3, z * 4) - 0.5)));
  const tone = crumb * (1 + 0.75 * belt) * (1 - 0.35 * pore);
  out.r = sponge.r * tone;
  out.g = sponge.g * tone * (1 + 0.25 * belt);
  out.b = sponge.b * tone * (1 + 0.8 * belt);
}
