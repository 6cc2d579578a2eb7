import { smooth } from '../stage/easing.ts';
import type { Light } from '../stage/expose.ts';
import { createGlassBody, type GlassLook } from './glass-body.ts';
import { createGlassSet, KEY, PLATE_RADIUS, PLATE_THICK } from './glass-set.ts';
import { GROUND } from './jelly.ts';

const INDEX = 1.38;
const { x: KX, y: KY, z: KZ } = KEY;

/** Follows light through the body. Everything is analytic but the body, whose skin is searched along the ray. */
export function createGlassTracer(look: GlassLook) {
  const { tint, swirl, plate } = look;
  const body = createGlassBody(look);
  const { state: s, near, normalAt: n, bound, cross, normal, cloudsAlong, bubblesAlong } = body;
  const { studio, keyAt, backdrop, solids, found } = createGlassSet(look, body);

  function solidLight(
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
    const side = kind % 10;
    let nx = 0;
    let ny = side === 0 ? 1 : -1;
    let nz = 0;
    const r = Math.sqrt(x * x + z * z);
    if (side === 2) {
      nx = x / r;
      nz = z / r;
      const low = kind < 20 ? GROUND - PLATE_THICK : kind < 30 ? s.plate : s.plate + PLATE_THICK;
      const across = kind === 32 ? 0 : ((y - low) / (kind < 30 ? PLATE_THICK : 0.14)) * 2 - 1;
      ny = across * across * across * 0.9;
    } else if (r > PLATE_RADIUS - 0.05 && kind < 30) {
      const e = (r - PLATE_RADIUS + 0.05) / 0.05;
      nx = (x / r) * e * 0.8;
      nz = (z / r) * e * 0.8;
    }
    const l = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx *= l;
    ny *= l;
    nz *= l;
    const seen = -(nx * dx + ny * dy + nz * dz);
    const rx = dx + 2 * seen * nx;
    const ry = dy + 2 * seen * ny;
    const rz = dz + 2 * seen * nz;
    if (kind >= 30) {
      studio(rx, ry, rz, light);
      const dark = 0.55 + 0.45 * Math.abs(seen);
      light.r *= 0.95 * dark;
      light.g *= 0.93 * dark;
      light.b *= 0.93 * dark;
      return;
    }
    keyAt(x + nx * 0.01, y + ny * 0.01, z + nz * 0.01, light);
    const facing = Math.max(0, nx * KX + ny * KY + nz * KZ);
    const above = 0.5 + 0.5 * ny;
    const close =
      kind === 21
        ? 0.6
        : kind === 10
          ? 1 - 0.45 * smooth(s.wide * 1.35, s.wide * 0.7, r) * smooth(2.4, 0.4, s.plate - GROUND)
          : 1;
    let cr = plate.r * (light.r * facing * 1.15 + (0.32 + 0.2 * above) * close);
    let cg = plate.g * (light.g * facing * 1.15 + (0.32 + 0.2 * above) * close);
    let cb = plate.b * (light.b * facing * 1.15 + (0.32 + 0.2 * above) * close);
    // Light that the body throws back on to the underside of the press.
    if (kind === 21) {
      const warm =
        Math.exp(-Math.max(0, s.plate - GROUND - 2 * s.half) * 1.6) * smooth(s.wide * 1.6, s.wide * 0.4, r) * 0.5;
      cr += tint.r * warm;
      cg += tint.g * warm;
      cb += tint.b * warm;
    }
    const fresnel = 0.04 + 0.5 * (1 - Math.max(0, seen)) ** 5;
    if (deep && side !== 2 && bound(x, y + ny * 0.003, z, rx, ry, rz)) {
      const t = cross(x, y + ny * 0.003, z, rx, ry, rz, near.from, near.until, 8, true);
      if (t >= 0) {
        glass(x + rx * t, y + ny * 0.003 + ry * t, z + rz * t, rx, ry, rz, light, false);
        const share = fresnel * 1.2 + 0.03;
        light.r = cr + light.r * share;
        light.g = cg + light.g * share;
        light.b = cb + light.b * share;
        return;
      }
    }
    studio(rx, ry, rz, light);
    light.r = cr + light.r * fresnel;
    light.g = cg + light.g * fresnel;
    light.b = cb + light.b * fresnel;
  }

  /** What a ray meets when the body is out of the way. */
  function scenery(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    light: Light,
    deep: boolean,
  ): number {
    const t = solids(ox, oy, oz, dx, dy, dz);
    const kind = found.kind;
    if (kind === 0) return backdrop(ox, oy, oz, dx, dy, dz, light);
    solidLight(kind, ox + dx * t, oy + dy * t, oz + dz * t, dx, dy, dz, light, deep);
    return kind;
  }

  /** Through the skin, once round inside if it must, and out again. Returns a number for the way the light took. */
  function glass(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    light: Light,
    full: boolean,
  ): number {
    normal(x, y, z);
    const nx = n.x;
    const ny = n.y;
    const nz = n.z;
    const cos = Math.max(0, -(dx * nx + dy * ny + dz * nz));
    const edge = (1 - cos) ** 5;
    const fresnel = 0.026 + 0.974 * edge;
    const rx = dx + 2 * cos * nx;
    const ry = dy + 2 * cos * ny;
    const rz = dz + 2 * cos * nz;
    studio(rx, ry, rz, light);
    const shadeUnder = y > s.plate - 0.25 && ry > 0 ? 0.35 : 1;
    const mr = light.r * shadeUnder;
    const mg = light.g * shadeUnder;
    const mb = light.b * shadeUnder;

    const eta = 1 / INDEX;
    const bend = eta * cos - Math.sqrt(1 - eta * eta * (1 - cos * cos));
    let ix = eta * dx + bend * nx;
    let iy = eta * dy + bend * ny;
    let iz = eta * dz + bend * nz;
    let px = x - nx * 0.006;
    let py = y - ny * 0.006;
    let pz = z - nz * 0.006;
    let way = 0;
    let long = 0;
    let cloud = 0;
    let bubble = 0;
    let shine = 0;
    let ex = ix;
    let ey = iy;
    let ez = iz;
    for (let bounce = 0; bounce < (full ? 3 : 1); bounce++) {
      const until = bound(px, py, pz, ix, iy, iz) ? near.until : 0.01;
      const t = Math.max(0.001, cross(px, py, pz, ix, iy, iz, 0.002, until + 0.02, full ? 12 : 6, false));
      if (full && bounce === 0) {
        cloud = cloudsAlong(px, py, pz, ix, iy, iz, t);
        bubble = bubblesAlong(px, py, pz, ix, iy, iz, t);
        if (bubble > 1) {
          shine = bubble - 1;
          bubble = 0.4;
        }
      }
      long += t;
      px += ix * t;
      py += iy * t;
      pz += iz * t;
      normal(px, py, pz);
      const out = Math.max(0, ix * n.x + iy * n.y + iz * n.z);
      const k = 1 - INDEX * INDEX * (1 - out * out);
      if (k >= 0) {
        const m = Math.sqrt(k) - INDEX * out;
        ex = INDEX * ix + m * n.x;
        ey = INDEX * iy + m * n.y;
        ez = INDEX * iz + m * n.z;
        break;
      }
      // Total reflection: the light stays inside.
      way = bounce + 1;
      ix -= 2 * out * n.x;
      iy -= 2 * out * n.y;
      iz -= 2 * out * n.z;
      px -= n.x * 0.006;
      py -= n.y * 0.006;
      pz -= n.z * 0.006;
      ex = ix;
      ey = iy;
      ez = iz;
    }
    const inverse = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
    const kind = scenery(
      px + n.x * 0.012,
      Math.max(0.004, py + n.y * 0.012),
      pz + n.z * 0.012,
      ex * inverse,
      ey * inverse,
      ez * inverse,
      light,
      false,
    );

    // Squeezed flat, the way through is longer; the body should not turn black for it.
    const dense = (long * 0.85) / Math.max(1, s.wide);
    const glow = (1 - Math.exp(-long * 0.5)) * (0.1 + 0.16 * (ny * 0.5 + 0.5));
    const dim = 1 - Math.min(0.6, bubble);
    const channel = (through: number, first: number, second: number, mirror: number): number => {
      const hue = first + (second - first) * cloud;
      const passed = through * Math.exp(-dense * (1.04 - hue) * 1.35) * dim;
      const inner = hue * (glow + cloud * 0.16) + shine;
      return (passed * (1 - cloud * 0.3) + inner) * (1 - fresnel) + mirror * fresnel * 1.25 + hue * edge * 0.2;
    };
    light.r = channel(light.r, tint.r, swirl.r, mr);
    light.g = channel(light.g, tint.g, swirl.g, mg);
    light.b = channel(light.b, tint.b, swirl.b, mb);
    return 60 + way * 40 + (kind % 37);
  }

  return {
    /** Sets the moment to be traced. */
    at: body.pose,
    trace(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
      const solid = solids(ox, oy, oz, dx, dy, dz);
      const kind = found.kind;
      if (bound(ox, oy, oz, dx, dy, dz)) {
        const t = cross(ox, oy, oz, dx, dy, dz, near.from, near.until, 18, true);
        if (t >= 0 && t < solid) return glass(ox + dx * t, oy + dy * t, oz + dz * t, dx, dy, dz, light, true);
      }
      if (kind === 0) return backdrop(ox, oy, oz, dx, dy, dz, light);
      solidLight(kind, ox + dx * solid, oy + dy * solid, oz + dz * solid, dx, dy, dz, light, true);
      return kind;
    },
  };
}
