import type { Random } from '../../stage/random.ts';
import { GROUND } from './jelly.ts';

/** A bead at the moment it leaves the body: time, position, velocity, size. */
export interface Bead {
  at: number;
  x: number;
  y: number;
  z: number;
  vx: number;
  vy: number;
  vz: number;
  size: number;
}

const RATE = 120;
const STEPS = 8 * RATE + 2;
const PLATE_REACH = 1.5;

/** `count` beads that fly out sideways in all directions; some fly towards the camera. */
export function thrown(random: Random, count: number, from: number, wide: number, speed: number, size: number): Bead[] {
  const turn = random.range(0, 7);
  return Array.from({ length: count }, (_, n) => {
    const angle = turn + (n + random.range(-0.3, 0.3)) * ((Math.PI * 2) / count);
    const pace = speed * random.range(0.45, 1.1);
    const big = size * random.range(0.45, 1.25);
    return {
      at: from + random.range(0, 0.04),
      x: Math.cos(angle) * wide,
      y: GROUND + big + random.range(0.05, 0.5),
      z: Math.sin(angle) * wide,
      vx: Math.cos(angle) * pace,
      vy: random.range(1.2, 4.6),
      vz: Math.sin(angle) * pace,
      size: big,
    };
  });
}

/** Loose glass beads that fly, bounce and roll. The simulation runs once; `pose` reads the state at a time. */
export function createGlassBeads(beads: readonly Bead[]) {
  const track = new Float32Array(beads.length * STEPS * 3);
  beads.forEach((bead, n) => {
    let { x, y, z, vx, vy, vz } = bead;
    const dt = 1 / RATE;
    for (let step = Math.max(0, Math.round(bead.at * RATE)); step < STEPS; step++) {
      track.set([x, y, z], (n * STEPS + step) * 3);
      const plate = x * x + z * z < PLATE_REACH * PLATE_REACH;
      const ground = (plate ? GROUND : 0) + bead.size;
      vy -= 11 * dt;
      x += vx * dt;
      y += vy * dt;
      z += vz * dt;
      if (y < ground) {
        // A bead that rolls against the plate's edge from outside bounces back.
        if (plate && ground - y > 0.1) {
          vx *= -0.4;
          vz *= -0.4;
        } else {
          y = ground;
          vy = vy < -0.5 ? -vy * 0.5 : 0;
          vx *= vy === 0 ? 0.985 : 0.86;
          vz *= vy === 0 ? 0.985 : 0.86;
        }
      }
      if (z > 2.6 && vz > 0) vz *= -0.3;
    }
  });

  // For each live bead: centre, radius, and precomputed values for rays from the eye.
  const live = new Float64Array(beads.length * 5);
  const eye = { x: 0.1, y: 0.1, z: 0.1 };
  const state = { count: 0, hit: 0 };

  /** Sets the beads' positions at a time; `grow` scales all beads, 0 hides them. */
  function pose(time: number, grow: number): void {
    state.count = 0;
    const step = Math.max(0, Math.min(STEPS - 2, Math.floor(time * RATE)));
    const share = Math.min(1, Math.max(0, time * RATE - step));
    beads.forEach((bead, n) => {
      const age = time - bead.at;
      const size = bead.size * Math.min(1, age * 40) * grow;
      if (age <= 1 / RATE || size < 0.01) return;
      const o = (n * STEPS + step) * 3;
      for (let k = 0; k < 3; k++)
        live[state.count * 5 + k] =
          (track[o + k] as number) + ((track[o + k + 3] as number) - (track[o + k] as number)) * share;
      live[state.count * 5 + 3] = size;
      state.count++;
    });
  }

  function lookFrom(x: number, y: number, z: number): void {
    eye.x = x;
    eye.y = y;
    eye.z = z;
    for (let o = 0; o < state.count * 5; o += 5)
      live[o + 4] =
        ((live[o] as number) - x) ** 2 +
        ((live[o + 1] as number) - y) ** 2 +
        ((live[o + 2] as number) - z) ** 2 -
        (live[o + 3] as number) ** 2;
  }

  /** Distance from the eye to the nearest bead, or -1; sets `state.hit` to the bead's index in `live`. */
  function intersect(dx: number, dy: number, dz: number): number {
    let best = -1;
    for (let o = 0; o < state.count * 5; o += 5) {
      const b =
        ((live[o] as number) - eye.x) * dx +
        ((live[o + 1] as number) - eye.y) * dy +
        ((live[o + 2] as number) - eye.z) * dz;
      const d = b * b - (live[o + 4] as number);
      if (d <= 0) continue;
      const t = b - Math.sqrt(d);
      if (t < 0.05 || (best >= 0 && t > best)) continue;
      best = t;
      state.hit = o;
    }
    return best;
  }

  /** Share of the key light that the beads leave at a point; above 1 where a bead focuses the light. */
  function shadow(x: number, y: number, z: number, kx: number, ky: number, kz: number): number {
    let left = 1;
    for (let o = 0; o < state.count * 5; o += 5) {
      const rise = ((live[o + 1] as number) - y) / ky;
      if (rise < 0 || rise > 1.8) continue;
      const r = live[o + 3] as number;
      const ux = x + kx * rise - (live[o] as number);
      const uz = z + kz * rise - (live[o + 2] as number);
      const gap = (ux * ux + uz * uz) / (r * r);
      const blur = 1 + rise * 0.7;
      if (gap > blur * blur) continue;
      const edge = 1 - gap / (blur * blur);
      left *= 1 - (0.75 * edge * (2 - edge)) / blur;
      left += (1.5 * Math.exp(-gap * 7)) / blur;
    }
    return left;
  }

  return { live, state, pose, lookFrom, intersect, shadow };
}

export type GlassBeads = ReturnType<typeof createGlassBeads>;
