import type { Light } from '../../stage/expose.ts';
import { type Bead, createGlassBeads } from './glass-beads.ts';
import { createGlassBody } from './glass-body.ts';
import { createGlassCore } from './glass-core.ts';
import type { GlassLook } from './glass-look.ts';
import { createGlassPress, INLAY, RIM } from './glass-press.ts';
import { createGlassSet } from './glass-set.ts';
import { createGlassShading } from './glass-shading.ts';

const INDEX = 1.42;

/** Traces rays through the scene. All intersections are analytic, except the body's skin, which is searched along the ray. */
export function createGlassTracer(look: GlassLook, loose: readonly Bead[]) {
  const body = createGlassBody(look);
  const { state: s, tint, swirl, near, normalAt: n, bound, cross, normal, cloudsAlong, bubblesAlong } = body;
  const beads = createGlassBeads(loose);
  const core = createGlassCore(look.inside);
  const press = createGlassPress(body);
  const set = createGlassSet(look, body, beads);
  const { around, backdrop } = set;
  const shading = createGlassShading(look, body, core, press, set, glass);
  const { solid, jewel } = shading;
  // A ray leaves a round body at the first exit; lobes need a finer search.
  const inward = look.lobes > 1 ? 9 : 4;

  /** The light of a ray that misses the body. */
  function scenery(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
    const t = press.intersect(ox, oy, oz, dx, dy, dz);
    const kind = press.found.kind;
    if (kind === 0) return backdrop(ox, oy, oz, dx, dy, dz, light, false);
    solid(kind, ox + dx * t, oy + dy * t, oz + dz * t, dx, dy, dz, light, false);
    return kind;
  }

  /** Traces a ray into the body, through internal reflections, and out again. Returns a number for the path it took. */
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
    const fresnel = 0.03 + 0.97 * edge;
    const ry = dy + 2 * cos * ny;
    around(x, y, z, dx + 2 * cos * nx, ry, dz + 2 * cos * nz, light);
    const shadeUnder = y > s.plate - 0.25 && ry > 0 ? 0.35 : 1;
    // At the outline, the reflection of a lamp would show as a broken line of dots.
    const most = 1.2 + 7 * (1 - Math.min(1, edge * 3));
    const mr = Math.min(most, light.r) * shadeUnder;
    const mg = Math.min(most, light.g) * shadeUnder;
    const mb = Math.min(most, light.b) * shadeUnder;

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
    let bubble = 1;
    let inner = false;
    let ex = ix;
    let ey = iy;
    let ez = iz;
    for (let bounce = 0; bounce < (full ? 3 : 1); bounce++) {
      const until = bound(px, py, pz, ix, iy, iz) ? near.until : 0.01;
      let t = Math.max(0.001, cross(px, py, pz, ix, iy, iz, 0.002, until + 0.02, full ? inward : 4, false));
      const met = bounce < 2 ? core.intersect(px, py, pz, ix, iy, iz) : -1;
      inner = met > 0 && met < t;
      if (inner) t = met;
      if (full && bounce === 0) {
        cloud = cloudsAlong(px, py, pz, ix, iy, iz, t);
        bubble = bubblesAlong(px, py, pz, ix, iy, iz, t);
      }
      long += t;
      px += ix * t;
      py += iy * t;
      pz += iz * t;
      if (inner) break;
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
      // Total internal reflection: the ray stays inside.
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
    let kind = 7;
    if (inner) jewel(px, py, pz, ix, iy, iz, light, false);
    else {
      const inverse = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
      const oy = Math.max(0.004, py + n.y * 0.012);
      kind = scenery(px + n.x * 0.012, oy, pz + n.z * 0.012, ex * inverse, ey * inverse, ez * inverse, light);
    }

    // The path through a flattened body is longer; the density is reduced so that it does not turn black.
    const dense = (long * 0.95) / Math.max(1, s.wide);
    // The lamp's light is focused on the far side of the body and makes it glow from inside.
    const far = Math.max(0, (px * 0.42 - (py - s.centre) * 0.6 + pz * 0.3) / s.wide);
    const glow = (1 - Math.exp(-long * 0.55)) * (0.09 + 0.12 * (ny * 0.5 + 0.5) + 0.6 * far * far);
    const shine = bubble > 2 ? (bubble - 2.2) * 1.7 : 0;
    const factor = bubble > 2 ? 1 : bubble;
    const film = edge * 0.3 + cos * cos * 0.02;
    const channel = (through: number, first: number, second: number, mirror: number, phase: number): number => {
      const hue = first + (second - first) * cloud;
      const passed = through * Math.exp(-dense * (1.03 - hue) * 1.45) * factor;
      const within = hue * (glow + cloud * 0.14) + shine;
      const oil = film * (0.5 + 0.5 * Math.cos(cos * 9 + phase));
      return (passed * (1 - cloud * 0.25) + within) * (1 - fresnel) + mirror * fresnel * 1.2 + oil * hue;
    };
    light.r = channel(light.r, tint.r, swirl.r, mr, 0);
    light.g = channel(light.g, tint.g, swirl.g, mg, 2.1);
    light.b = channel(light.b, tint.b, swirl.b, mb, 4.2);
    return 60 + way * 40 + (inner ? 38 : kind % 37);
  }

  return {
    /** Sets the time of the traced frame. */
    at: body.pose,
    core: core.pose,
    beads,
    trace(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
      let nearest = press.intersect(ox, oy, oz, dx, dy, dz);
      const kind = press.found.kind;
      const bead = beads.state.count > 0 ? beads.intersect(dx, dy, dz) : -1;
      const loose = bead > 0 && bead < nearest;
      if (loose) nearest = bead;
      if (bound(ox, oy, oz, dx, dy, dz) && near.from < nearest) {
        const t = cross(ox, oy, oz, dx, dy, dz, near.from, near.until, 15, true);
        if (t >= 0 && t < nearest) return glass(ox + dx * t, oy + dy * t, oz + dz * t, dx, dy, dz, light, true);
      }
      if (!s.whole) {
        const t = core.intersect(ox, oy, oz, dx, dy, dz);
        if (t > 0 && t < nearest) {
          jewel(ox + dx * t, oy + dy * t, oz + dz * t, dx, dy, dz, light, true);
          return 190;
        }
      }
      if (loose) return shading.bead(beads, ox, oy, oz, dx, dy, dz, bead, light);
      if (kind === 0) return backdrop(ox, oy, oz, dx, dy, dz, light, true);
      const x = ox + dx * nearest;
      const z = oz + dz * nearest;
      solid(kind, x, oy + dy * nearest, z, dx, dy, dz, light, true);
      // Rim and inlay are different surfaces, so that the line between them is antialiased.
      return kind + (x * x + z * z > RIM * RIM ? 600 : x * x + z * z > INLAY * INLAY ? 300 : 0);
    },
  };
}
