import type { Colour } from '../stage/colour.ts';
import { smooth } from '../stage/easing.ts';
import type { Light } from '../stage/expose.ts';
import { at } from '../stage/film.ts';
import { noise2 } from '../stage/noise.ts';
import { GROUND, type Squeeze } from './jelly.ts';

/** Colours and shape that stay the same through a clip. */
export interface GlassLook {
  /** Colour of light that has come through one unit of the body. */
  tint: Colour;
  /** Second colour, drawn through the body in clouds. */
  swirl: Colour;
  plate: Colour;
  wallLow: Colour;
  wallHigh: Colour;
  floor: Colour;
  /** 0 a ball, 1 nearly a cube with round edges. */
  square: number;
  /** Number and depth of the lobes seen from above. */
  lobes: number;
  lobeDepth: number;
  /** x, y, z in the body's own measure and radius, four numbers each. */
  bubbles: Float64Array;
}

const PLATE_RADIUS = 1.5;
const PLATE_THICK = 0.15;
const ROD_RADIUS = 0.2;
const INDEX = 1.38;
// Towards the key light: high, from the left and the front.
const KX = -0.42;
const KY = 0.8;
const KZ = -0.43;

/** Follows light through the body. Everything is analytic but the body, whose skin is searched along the ray. */
export function createGlassTracer(look: GlassLook) {
  const { tint, swirl, plate, wallLow, wallHigh, floor } = look;
  // One array for what changes with each frame or ray: numbers in it are neither boxed nor checked.
  const s = {
    wide: 1.1,
    half: 1.1,
    centre: 1.1,
    square: 0.1,
    lobe: 0.1,
    shear: 0.1,
    ripple: 0.01,
    phase: 0.1,
    cos: 0.9,
    sin: 0.1,
    plate: 3.1,
    time: 0.1,
  };
  const near = { from: 0.1, until: 0.1 };
  const n = { x: 0.1, y: 0.9, z: 0.1 };
  const found = { kind: 0 };

  function skin(x: number, y: number, z: number): number {
    const v = (y - s.centre) / s.half;
    const sx = x - s.shear * (v + 1) * 0.5;
    const u = (sx * s.cos + z * s.sin) / s.wide;
    const w = (z * s.cos - sx * s.sin) / s.wide;
    const q = u * u + w * w;
    const r = v * v;
    let lobes = 0;
    if (s.lobe !== 0) {
      // Real part of (u + iw)^n: as many waves round the body as n says.
      let a = u;
      let b = w;
      for (let k = 1; k < look.lobes; k++) {
        const c = a * u - b * w;
        b = a * w + b * u;
        a = c;
      }
      lobes = s.lobe * a * (1 - r * 0.6);
    }
    const waves = s.ripple > 0.002 ? 1 + s.ripple * Math.sin(v * 6 + s.phase) : 1;
    return (q * (1 - s.square + s.square * q) + r * (1 - s.square + s.square * r)) * waves - 1 - lobes;
  }

  function bound(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    const r = s.wide * (1.06 + Math.abs(s.lobe) * 0.6 + s.ripple) + Math.abs(s.shear) * 0.6;
    const low = s.centre - s.half * 1.03;
    const high = s.centre + s.half * 1.03;
    const a = dx * dx + dz * dz;
    const b = ox * dx + oz * dz;
    const d = b * b - a * (ox * ox + oz * oz - r * r);
    if (d <= 0) return false;
    const root = Math.sqrt(d);
    let t0 = (-b - root) / a;
    let t1 = (-b + root) / a;
    const e0 = (low - oy) / dy;
    const e1 = (high - oy) / dy;
    t0 = Math.max(t0, Math.min(e0, e1), 0);
    t1 = Math.min(t1, Math.max(e0, e1));
    near.from = t0;
    near.until = t1;
    return t1 > t0;
  }

  /** Distance at which the sign of `skin` changes along the ray, or -1. */
  function cross(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    from: number,
    until: number,
    steps: number,
    outside: boolean,
  ): number {
    const step = (until - from) / steps;
    let t = from;
    let f = skin(ox + dx * t, oy + dy * t, oz + dz * t);
    if (outside && f < 0) return t;
    for (let i = 0; i < steps; i++) {
      const t2 = t + step;
      const f2 = skin(ox + dx * t2, oy + dy * t2, oz + dz * t2);
      if (outside ? f2 < 0 : f2 > 0) {
        let low = t;
        let high = t2;
        let fl = f;
        let fh = f2;
        for (let k = 0; k < 4; k++) {
          const m = low + ((high - low) * fl) / (fl - fh);
          const fm = skin(ox + dx * m, oy + dy * m, oz + dz * m);
          if (outside ? fm < 0 : fm > 0) {
            high = m;
            fh = fm;
          } else {
            low = m;
            fl = fm;
          }
        }
        return outside ? high : low;
      }
      t = t2;
      f = f2;
    }
    return -1;
  }

  function normal(x: number, y: number, z: number): void {
    const e = 0.004;
    const gx = skin(x + e, y, z) - skin(x - e, y, z);
    const gy = skin(x, y + e, z) - skin(x, y - e, z);
    const gz = skin(x, y, z + e) - skin(x, y, z - e);
    const inverse = 1 / Math.sqrt(gx * gx + gy * gy + gz * gz + 1e-18);
    n.x = gx * inverse;
    n.y = gy * inverse;
    n.z = gz * inverse;
  }

  /** Lamps and walls as seen in a reflection. */
  function studio(dx: number, dy: number, dz: number, light: Light): void {
    const h = dy < -0.2 ? 0 : dy > 0.8 ? 1 : dy + 0.2;
    light.r = (wallLow.r + (wallHigh.r - wallLow.r) * h) * 0.75;
    light.g = (wallLow.g + (wallHigh.g - wallLow.g) * h) * 0.75;
    light.b = (wallLow.b + (wallHigh.b - wallLow.b) * h) * 0.75;
    let lamp = 0;
    if (dy > 0.1) {
      const u = Math.abs(dx / dy + 0.45);
      const v = Math.abs(dz / dy + 0.5);
      lamp += 5.5 * smooth(0.5, 0.42, u) * smooth(0.42, 0.34, v);
    }
    if (dx > 0.3)
      lamp += 2.6 * smooth(0.16, 0.1, Math.abs(dz / dx + 0.35)) * smooth(0.9, 0.75, Math.abs(dy / dx - 0.25));
    if (dx < -0.4)
      lamp += 1.6 * smooth(0.24, 0.16, Math.abs(dz / dx - 0.5)) * smooth(0.8, 0.65, Math.abs(dy / dx + 0.15));
    light.r += lamp;
    light.g += lamp * 0.98;
    light.b += lamp * 0.94;
  }

  /** Share of the key light at a place, and what the body's lens adds there, written to `light` as a factor. */
  function keyAt(x: number, y: number, z: number, light: Light): void {
    let reached = 1;
    if (y < s.plate - 0.01) {
      const t = (s.plate - y) / KY;
      const px = x + KX * t;
      const pz = z + KZ * t;
      const soft = 0.1 + t * 0.16;
      reached *= 1 - 0.85 * smooth(PLATE_RADIUS + soft, PLATE_RADIUS - soft, Math.sqrt(px * px + pz * pz));
    }
    const t = (s.centre - y) / KY;
    light.r = reached;
    light.g = reached;
    light.b = reached;
    if (t < 0) return;
    const px = (x + KX * t) / s.wide;
    const pz = (z + KZ * t) / s.wide;
    const d = Math.sqrt(px * px + pz * pz);
    const shade = smooth(1.25, 0.75, d);
    if (shade <= 0) return;
    // A lens gathers its light off-centre, away from the lamp; folds in the skin make the gathered light crawl.
    const gx = px + 0.32;
    const gz = pz + 0.3;
    const folds = 0.6 + 0.8 * noise2(px * 4 + s.phase * 0.05, pz * 4 - s.phase * 0.04);
    const gathered = Math.exp(-(gx * gx + gz * gz) * 6) * 2.6 * folds + Math.exp(-((d - 0.82) ** 2) * 90) * 0.7 * folds;
    light.r = reached * (1 - shade) + shade * (0.22 + gathered) * tint.r * (0.4 + 0.6 * reached);
    light.g = reached * (1 - shade) + shade * (0.22 + gathered) * tint.g * (0.4 + 0.6 * reached);
    light.b = reached * (1 - shade) + shade * (0.22 + gathered) * tint.b * (0.4 + 0.6 * reached);
  }

  function backdrop(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
    const h = smooth(-0.12, 0.42, dy);
    const spot = Math.exp(-((dx / (Math.abs(dz) + 0.2)) ** 2) * 5 - (dy - 0.02) ** 2 * 9) * 0.32;
    const wr = (wallLow.r + (wallHigh.r - wallLow.r) * h) * (0.82 + spot);
    const wg = (wallLow.g + (wallHigh.g - wallLow.g) * h) * (0.82 + spot);
    const wb = (wallLow.b + (wallHigh.b - wallLow.b) * h) * (0.82 + spot);
    if (dy > -1e-4) {
      light.r = wr;
      light.g = wg;
      light.b = wb;
      return 1;
    }
    const t = -oy / dy;
    const x = ox + dx * t;
    const z = oz + dz * t;
    const away = Math.sqrt(x * x + z * z);
    const fade = smooth(9, 3, away);
    keyAt(x, 0, z, light);
    const pool = 1.05 / (1 + away * away * 0.03);
    const contact = 1 - 0.55 * smooth(PLATE_RADIUS + 0.5, PLATE_RADIUS - 0.05, away);
    light.r = wr + (floor.r * pool * (0.34 + 0.66 * light.r) * contact - wr) * fade;
    light.g = wg + (floor.g * pool * (0.34 + 0.66 * light.g) * contact - wg) * fade;
    light.b = wb + (floor.b * pool * (0.34 + 0.66 * light.b) * contact - wb) * fade;
    return 1;
  }

  function disc(
    oy: number,
    ox: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    low: number,
    radius: number,
    thick: number,
    kind: number,
    best: number,
  ): number {
    let nearest = best;
    const a = dx * dx + dz * dz;
    const b = ox * dx + oz * dz;
    const d = b * b - a * (ox * ox + oz * oz - radius * radius);
    if (d <= 0) return nearest;
    const t = (-b - Math.sqrt(d)) / a;
    const y = oy + dy * t;
    if (t > 0.002 && t < nearest && y >= low && y <= low + thick) {
      nearest = t;
      found.kind = kind + 2;
    }
    const level = dy < 0 ? low + thick : low;
    const te = (level - oy) / dy;
    if (te > 0.002 && te < nearest) {
      const ex = ox + dx * te;
      const ez = oz + dz * te;
      if (ex * ex + ez * ez < radius * radius) {
        nearest = te;
        found.kind = kind + (dy < 0 ? 0 : 1);
      }
    }
    return nearest;
  }

  /** Nearest of the two plates and the rod; `found.kind`: 10.. lower, 20.. upper, 32 rod; the unit: 0 top, 1 underside, 2 edge. */
  function solids(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    found.kind = 0;
    let t = disc(oy, ox, oz, dx, dy, dz, GROUND - PLATE_THICK, PLATE_RADIUS, PLATE_THICK, 10, 1e9);
    t = disc(oy, ox, oz, dx, dy, dz, s.plate, PLATE_RADIUS, PLATE_THICK, 20, t);
    t = disc(oy, ox, oz, dx, dy, dz, s.plate + PLATE_THICK, ROD_RADIUS * 1.9, 0.14, 40, t);
    return disc(oy, ox, oz, dx, dy, dz, s.plate + PLATE_THICK, ROD_RADIUS, 30, 30, t);
  }

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

  /** How much of the second colour lies along a way through the body, 0 to 1. */
  function cloudsAlong(x: number, y: number, z: number, dx: number, dy: number, dz: number, length: number): number {
    let sum = 0;
    for (let i = 0; i < 5; i++) {
      const t = (length * (i + 0.5)) / 5;
      const u = (x + dx * t) / s.wide;
      const v = (y + dy * t - s.centre) / s.half;
      const w = (z + dz * t) / s.wide;
      const fold = Math.sin(u * 2.7 + v * 2.1 + s.time * 0.7 + 1.7 * Math.sin(w * 2.4 - v * 1.6 + s.time * 0.5));
      const veil = fold + Math.sin(w * 3.3 + u * 1.8 - v * 2.9 - s.time * 0.6) - 0.85;
      if (veil > 0) sum += veil * veil * 0.38;
    }
    return Math.min(sum, 1);
  }

  /** Shade of the bubbles on the way; above 1 where one mirrors the lamp. */
  function bubblesAlong(x: number, y: number, z: number, dx: number, dy: number, dz: number, length: number): number {
    const list = look.bubbles;
    let shade = 0;
    for (let i = 0; i < list.length; i += 4) {
      const bx = at(list, i) * s.wide - x;
      const by = at(list, i + 1) * s.half + s.centre - y;
      const bz = at(list, i + 2) * s.wide - z;
      const along = bx * dx + by * dy + bz * dz;
      if (along < 0 || along > length) continue;
      const r = at(list, i + 3);
      const gap = (bx * bx + by * by + bz * bz - along * along) / (r * r);
      if (gap > 1) continue;
      shade += gap * gap * gap * 0.7;
      const gx = bx - along * dx + r * 0.36;
      const gy = by - along * dy - r * 0.42;
      if (gx * gx + gy * gy < r * r * 0.05) return 2.2;
      if (gap < 0.5) shade -= 0.1;
    }
    return Math.max(-0.2, Math.min(0.9, shade));
  }

  return {
    at(time: number, { wide, half, lift, flat, shear, ripple, phase, turn, plate: height }: Squeeze): void {
      s.time = time;
      s.wide = wide;
      s.half = half;
      s.centre = GROUND + lift + half;
      s.square = Math.min(0.95, look.square + 0.75 * flat);
      s.lobe = look.lobes > 1 ? look.lobeDepth : 0;
      s.shear = shear;
      s.ripple = ripple;
      s.phase = phase;
      s.cos = Math.cos(turn);
      s.sin = Math.sin(turn);
      s.plate = height;
    },
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
