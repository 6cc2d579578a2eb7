import type { Colour } from './colour.ts';
import { smooth } from './easing.ts';
import type { Light } from './expose.ts';
import type { Finish, Solid, SolidHit } from './solid.ts';
import type { Solids } from './solids.ts';

/** Lights of a table: a window of four panes, a coloured strip light behind, fill light. Directions are unit vectors. */
export interface TableLight {
  window: [number, number, number];
  windowColour: Colour;
  strip: [number, number, number];
  stripColour: Colour;
  /** Light reflected by the wall, the ceiling and the table. */
  wall: Colour;
  above: Colour;
  below: Colour;
}

const finish: Finish = { r: 0.5, g: 0.5, b: 0.5, coat: 0.5, rough: 0.5, soft: 0.5, metal: 0.5, glow: 0.5 };
const mirror: Light = { r: 0.5, g: 0.5, b: 0.5 };

/** Light from a direction for reflections, blurred by `rough`. Camera rays see the backdrop instead. */
export function shine(lamps: TableLight, x: number, y: number, z: number, rough: number, out: Light): void {
  const { window: w, strip: s, wall, above, below } = lamps;
  const up = smooth(-0.25, 0.9, y);
  const down = smooth(0.1, -0.5, y);
  out.r = wall.r * (1 - down) + below.r * down + above.r * up;
  out.g = wall.g * (1 - down) + below.g * down + above.g * up;
  out.b = wall.b * (1 - down) + below.b * down + above.b * up;
  const along = x * w[0] + y * w[1] + z * w[2];
  if (along > 0.25) {
    // Coordinates along the window's right and up axes, so that its bars are upright.
    const flat = Math.sqrt(w[0] * w[0] + w[2] * w[2]);
    const u = (x * w[2] - z * w[0]) / flat / along;
    const v = (y - along * w[1]) / flat / along;
    const soft = 0.035 + rough * 0.5;
    const pane = smooth(0.42 + soft, 0.42 - soft, Math.abs(u)) * smooth(0.55 + soft, 0.55 - soft, Math.abs(v));
    const bars =
      1 -
      Math.max(0, 1 - rough * 4) *
        Math.max(
          smooth(0.045 + soft, 0.045 - soft * 0.6, Math.abs(u)),
          smooth(0.04 + soft, 0.04 - soft * 0.6, Math.abs(v + 0.05)),
        );
    const gain = (pane * bars) / (1 + rough * 3);
    out.r += lamps.windowColour.r * gain;
    out.g += lamps.windowColour.g * gain;
    out.b += lamps.windowColour.b * gain;
  }
  const beside = x * s[0] + y * s[1] + z * s[2];
  if (beside > 0.3) {
    const flat = Math.sqrt(s[0] * s[0] + s[2] * s[2]);
    const u = (x * s[2] - z * s[0]) / flat / beside;
    const v = (y - beside * s[1]) / flat / beside;
    const soft = 0.05 + rough * 0.5;
    const gain =
      (0.2 * smooth(0.13 + soft, 0.13 - soft, Math.abs(u)) * smooth(0.9, 0.5, Math.abs(v))) / (1 + rough * 3);
    out.r += lamps.stripColour.r * gain;
    out.g += lamps.stripColour.g * gain;
    out.b += lamps.stripColour.b * gain;
  }
}

/**
 * Shades a point on a solid and writes the light that reaches the ray's origin. `behind` gives the light behind a clear solid.
 * Returns the kind of material, 0 to 3: glazed or matt, plain or metal.
 */
export function shadeSolid(
  set: Solids,
  { index, nx, ny, nz }: SolidHit,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  lamps: TableLight,
  light: Light,
  behind: ((x: number, y: number, z: number, dx: number, dy: number, dz: number, except: number) => void) | null,
): number {
  const solid = set.solids[index] as Solid;
  const own = solid.finish;
  finish.r = own.r;
  finish.g = own.g;
  finish.b = own.b;
  finish.coat = own.coat;
  finish.rough = own.rough;
  finish.soft = own.soft;
  finish.metal = own.metal;
  finish.glow = own.glow;
  solid.paint?.(x, y, z, finish);
  const { r, g, b, coat, rough, soft, metal, glow } = finish;
  const [kx, ky, kz] = lamps.window;
  const facing = nx * kx + ny * ky + nz * kz;
  // Seen through sauce or in a reflection, occlusion and shadows need not be exact.
  const open = behind ? set.openness(x, y, z, nx, ny, nz) : 0.6;
  const reached = !behind
    ? 0.75
    : facing > -soft * 0.8
      ? set.shadow(x + nx * 0.02, y + ny * 0.02, z + nz * 0.02, kx, ky, kz, 5, solid.clear || solid.convex ? index : -1)
      : 0;

  // Red scatters farther beyond the terminator than blue, as in sugar, butter and fruit.
  const wrapR = Math.max(0, (facing + soft * 0.75) / (1 + soft * 0.75));
  const wrapG = Math.max(0, (facing + soft * 0.5) / (1 + soft * 0.5));
  const wrapB = Math.max(0, (facing + soft * 0.35) / (1 + soft * 0.35));
  const entered = reached + (1 - reached) * soft * 0.22;
  const rim = Math.max(0, nx * lamps.strip[0] + ny * lamps.strip[1] + nz * lamps.strip[2]);
  // The strip light shines through thin parts.
  let thin = 0;
  if (soft > 0.25 && behind)
    thin =
      soft * 0.5 * Math.max(0, 1 + (solid.hull ?? solid.distance)(x - nx * 0.16, y - ny * 0.16, z - nz * 0.16) / 0.14);
  const above = 0.5 + 0.5 * ny;
  const seen = Math.max(0, -(nx * dx + ny * dy + nz * dz));
  const edge = (1 - seen) * (1 - seen);
  const fresnel = 0.04 + 0.96 * edge * edge * (1 - seen);
  const rx = dx + 2 * seen * nx;
  const ry = dy + 2 * seen * ny;
  const rz = dz + 2 * seen * nz;
  shine(lamps, rx, ry, rz, rough, mirror);
  // Highlights in a crease are occluded.
  const free = Math.min(1, open * 1.5) * (0.35 + 0.65 * (facing > 0 ? reached : 1));
  const share = Math.min(1, coat * fresnel * 1.6 + metal * 0.85) * free;
  const through = rim * (0.55 + 0.45 * edge) * open + thin * 0.6;

  let bodyR =
    r *
    (lamps.windowColour.r * 0.3 * wrapR * entered +
      ambient(lamps.above.r, lamps.wall.r, lamps.below.r, above) * deep(open, r) +
      lamps.stripColour.r * 0.22 * through);
  let bodyG =
    g *
    (lamps.windowColour.g * 0.3 * wrapG * entered +
      ambient(lamps.above.g, lamps.wall.g, lamps.below.g, above) * deep(open, g) +
      lamps.stripColour.g * 0.22 * through);
  let bodyB =
    b *
    (lamps.windowColour.b * 0.3 * wrapB * entered +
      ambient(lamps.above.b, lamps.wall.b, lamps.below.b, above) * deep(open, b) +
      lamps.stripColour.b * 0.22 * through);
  const mirrorR = mirror.r;
  const mirrorG = mirror.g;
  const mirrorB = mirror.b;
  const tintR = 1 + metal * (r - 1);
  const tintG = 1 + metal * (g - 1);
  const tintB = 1 + metal * (b - 1);
  if (solid.clear && behind) {
    const { absorb, cloud } = solid.clear;
    // The ray is refracted on entering and then continues straight.
    const bend = 0.32 * seen;
    let tx = dx - nx * (0.12 + bend * 0.4);
    let ty = dy - ny * (0.12 + bend * 0.4);
    let tz = dz - nz * (0.12 + bend * 0.4);
    const inverse = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz);
    tx *= inverse;
    ty *= inverse;
    tz *= inverse;
    let depth = 0.02;
    for (let step = 0; step < 7; step++) {
      const inside = -solid.distance(x + tx * depth, y + ty * depth, z + tz * depth);
      if (inside < 0.004) break;
      depth += Math.max(0.02, inside);
    }
    behind(x + tx * depth, y + ty * depth, z + tz * depth, tx, ty, tz, index);
    const fog = 1 - Math.exp(-cloud * depth);
    // Light scattered inside: brightest where the solid is thin against the lamps.
    const lit = 0.45 + 0.75 * entered * Math.max(0, 0.4 + 0.6 * facing) + 0.5 * Math.max(0, -facing) ** 2;
    bodyR = light.r * Math.exp(-absorb.r * depth) * (1 - fog) + bodyR * fog * lit;
    bodyG = light.g * Math.exp(-absorb.g * depth) * (1 - fog) + bodyG * fog * lit;
    bodyB = light.b * Math.exp(-absorb.b * depth) * (1 - fog) + bodyB * fog * lit;
  }
  const body = (1 - share) * (1 - metal * 0.5);
  light.r = bodyR * body + mirrorR * share * tintR + r * glow;
  light.g = bodyG * body + mirrorG * share * tintG + g * glow;
  light.b = bodyB * body + mirrorB * share * tintB + b * glow;
  return (metal > 0.5 ? 1 : 0) + (coat < 0.5 ? 2 : 0);
}

function ambient(above: number, wall: number, below: number, up: number): number {
  return wall * 0.55 + above * 0.8 * up + below * 0.8 * (1 - up);
}

/** Interreflection in creases takes on the surface's colour, so creases are saturated, not grey. */
function deep(open: number, albedo: number): number {
  return open / (1 - Math.min(0.95, albedo) * (1 - open) * 0.75);
}
