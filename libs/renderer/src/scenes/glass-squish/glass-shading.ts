import { smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import type { GlassBeads } from './glass-beads.ts';
import type { GlassBody } from './glass-body.ts';
import type { GlassCore } from './glass-core.ts';
import type { GlassLook } from './glass-look.ts';
import { type GlassPress, INLAY, part, side } from './glass-press.ts';
import { type GlassSet, KEY } from './glass-set.ts';
import { GROUND } from './jelly.ts';

const { x: KX, y: KY, z: KZ } = KEY;
const BEAD_INDEX = 1.45;

/** Traces a ray into the body for a reflection, with less detail. */
type SeenInMirror = (
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  light: Light,
  full: boolean,
) => number;

/** Shades the solids: metal, enamel, the jewel inside the body, and loose beads. */
export function createGlassShading(
  look: GlassLook,
  body: GlassBody,
  core: GlassCore,
  press: GlassPress,
  set: GlassSet,
  glass: SeenInMirror,
) {
  const { plate, metal } = look;
  const { state: s, tint, swirl, near, bound, cross } = body;
  const { around, keyAt, backdrop } = set;
  const n = press.normal;

  /** Metal or enamel of the press at a point. `deep`: it also reflects the body. */
  function solid(
    kind: number,
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    light: Light,
    deep: boolean,
  ): void {
    press.normalAt(kind, x, y, z);
    const nx = n.x;
    const ny = n.y;
    const nz = n.z;
    const face = kind % 10;
    const seen = Math.max(0, -(nx * dx + ny * dy + nz * dz));
    const rx = dx + 2 * seen * nx;
    const ry = dy + 2 * seen * ny;
    const rz = dz + 2 * seen * nz;
    const distance = Math.sqrt(x * x + z * z);
    const enamel = kind === part.lower + side.top && distance < INLAY;
    const edge = (1 - seen) ** 5;
    let cr = 0;
    let cg = 0;
    let cb = 0;
    let mirror = 0.55 + 0.45 * edge;
    keyAt(x + nx * 0.01, y + ny * 0.01, z + nz * 0.01, light);
    const facing = Math.max(0, nx * KX + ny * KY + nz * KZ);
    if (enamel) {
      const close = 1 - 0.5 * smooth(s.wide * 1.3, s.wide * 0.7, distance) * (s.whole ? 1 : 0);
      const ambient = 0.26 * close;
      cr = plate.r * (light.r * facing * 1.25 + ambient);
      cg = plate.g * (light.g * facing * 1.25 + ambient);
      cb = plate.b * (light.b * facing * 1.25 + ambient);
      mirror = 0.05 + 0.6 * edge;
    } else {
      const sheen = 0.1 * facing;
      cr = metal.r * light.r * sheen;
      cg = metal.g * light.g * sheen;
      cb = metal.b * light.b * sheen;
      mirror *= 1.45;
    }
    if (kind === part.upper + side.under && s.whole) {
      // Light that the body reflects onto the underside of the press.
      const warm =
        Math.exp(-Math.max(0, s.plate - GROUND - 2 * s.half) * 1.6) * smooth(s.wide * 1.6, s.wide * 0.4, distance);
      cr += tint.r * warm * 0.4;
      cg += tint.g * warm * 0.4;
      cb += tint.b * warm * 0.4;
    }
    let mirrored = false;
    if (deep && (face !== side.edge || kind < part.rod) && bound(x, y + ny * 0.003, z, rx, ry, rz)) {
      const t = cross(x, y + ny * 0.003, z, rx, ry, rz, near.from, near.until, 8, true);
      mirrored = t >= 0;
      if (mirrored) glass(x + rx * t, y + ny * 0.003 + ry * t, z + rz * t, rx, ry, rz, light, false);
      if (enamel) mirror += 0.05;
    }
    if (!mirrored) around(x, y, z, rx, ry, rz, light);
    if (enamel) {
      light.r = cr + Math.min(2.4, light.r) * mirror;
      light.g = cg + Math.min(2.4, light.g) * mirror;
      light.b = cb + Math.min(2.4, light.b) * mirror;
      return;
    }
    // Reflections in metal have more contrast than in enamel.
    const grey = Math.min(1.6, (light.r + light.g + light.b) / 3);
    mirror *= 0.3 + 0.85 * grey;
    light.r = cr + Math.min(2, light.r * 0.8 + grey * 0.2) * mirror * metal.r;
    light.g = cg + Math.min(2, light.g * 0.8 + grey * 0.2) * mirror * metal.g;
    light.b = cb + Math.min(2, light.b * 0.8 + grey * 0.2) * mirror * metal.b;
  }

  /** The jewel at `core.hit`. When it is `bare` it reflects the scene. */
  function jewel(
    px: number,
    py: number,
    pz: number,
    dx: number,
    dy: number,
    dz: number,
    light: Light,
    bare: boolean,
  ): void {
    const { x, y, z, blend } = core.hit;
    const seen = Math.max(0, -(x * dx + y * dy + z * dz));
    const facing = Math.max(0, 0.22 + 0.78 * (x * KX + y * KY + z * KZ));
    const edge = (1 - seen) ** 3;
    const rx = dx + 2 * seen * x;
    const ry = dy + 2 * seen * y;
    const rz = dz + 2 * seen * z;
    const mirror = Math.max(0, rx * KX + ry * KY + rz * KZ);
    const spark = mirror > 0.9 && !bare ? 3 * smooth(0.93, 0.975, mirror) : 0;
    const share = bare ? 0.07 + 0.6 * edge : 0;
    if (bare) around(px, py, pz, rx, ry, rz, light);
    const level = 0.3 + 1.05 * facing + edge * 0.55;
    light.r = (swirl.r + (tint.r * 0.9 - swirl.r) * blend * 0.85) * level + spark + light.r * share;
    light.g = (swirl.g + (tint.g * 0.9 - swirl.g) * blend * 0.85) * level + spark + light.g * share;
    light.b = (swirl.b + (tint.b * 0.9 - swirl.b) * blend * 0.85) * level + spark + light.b * share;
  }

  /** A loose bead at distance `t`: a ball of the same glass as the body. */
  function bead(
    beads: GlassBeads,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    t: number,
    light: Light,
  ): number {
    const o = beads.state.hit;
    const r = beads.live[o + 3] as number;
    const x = ox + dx * t;
    const y = oy + dy * t;
    const z = oz + dz * t;
    const nx = (x - (beads.live[o] as number)) / r;
    const ny = (y - (beads.live[o + 1] as number)) / r;
    const nz = (z - (beads.live[o + 2] as number)) / r;
    const cos = Math.max(0, -(dx * nx + dy * ny + dz * nz));
    const edge = (1 - cos) ** 5;
    around(x, y, z, dx + 2 * cos * nx, dy + 2 * cos * ny, dz + 2 * cos * nz, light);
    const mr = light.r;
    const mg = light.g;
    const mb = light.b;
    const eta = 1 / BEAD_INDEX;
    const bend = eta * cos - Math.sqrt(1 - eta * eta * (1 - cos * cos));
    const ix = eta * dx + bend * nx;
    const iy = eta * dy + bend * ny;
    const iz = eta * dz + bend * nz;
    const chord = -2 * (ix * nx + iy * ny + iz * nz);
    // The refraction on leaving a ball mirrors the one on entering, about the chord.
    const lx = nx + ix * chord;
    const ly = ny + iy * chord;
    const lz = nz + iz * chord;
    const out = ix * lx + iy * ly + iz * lz;
    const k = Math.sqrt(Math.max(0, 1 - BEAD_INDEX * BEAD_INDEX * (1 - out * out))) - BEAD_INDEX * out;
    const ex = BEAD_INDEX * ix + k * lx;
    const ey = BEAD_INDEX * iy + k * ly;
    backdrop(x, Math.max(0.01, y), z, ex, ey, BEAD_INDEX * iz + k * lz, light, false);
    const far = Math.max(0, lx * 0.45 - ly * 0.6 + lz * 0.3);
    const glow = 0.1 + 0.6 * far * far;
    const share = 0.04 + 0.96 * edge;
    const thick = 0.5 + r * 2.2;
    light.r = (light.r * Math.exp(-chord * thick * (1.03 - tint.r)) + tint.r * glow) * (1 - share) + mr * share * 1.3;
    light.g = (light.g * Math.exp(-chord * thick * (1.03 - tint.g)) + tint.g * glow) * (1 - share) + mg * share * 1.3;
    light.b = (light.b * Math.exp(-chord * thick * (1.03 - tint.b)) + tint.b * glow) * (1 - share) + mb * share * 1.3;
    return 200 + (o % 40);
  }

  return { solid, jewel, bead };
}
