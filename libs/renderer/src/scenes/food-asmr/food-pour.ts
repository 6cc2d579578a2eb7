import { clamp, easeIn, easeInOut, mix, smooth, within } from '../../stage/easing.ts';
import { noise3 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import type { Finish, Solid } from '../../stage/solid.ts';
import { angleOf, length3, roundedMax, roundedMin } from '../../stage/solid-shapes.ts';

export interface Sauce {
  finish: Finish;
  clear?: Solid['clear'];
}

/** Where and when a sauce is poured, and the shape it runs over. */
export interface PourPlan {
  starts: number;
  ends: number;
  /** The point where the stream lands. */
  x: number;
  z: number;
  summit: number;
  /** Radius where the top turns into the side. */
  brim: number;
  /** Radius of the widest point below. */
  widest: number;
  /** Length of the longest run down the side. */
  deepest: number;
  /** Distance to the shape that the sauce runs over; its creases should be filled a little. */
  support(x: number, y: number, z: number): number;
  /** Cuts the sauce away where its support has melted. */
  keep?(x: number, y: number, z: number): number;
  /** Height where the stream ends, if it changes over time. */
  landing?(time: number): number;
  runs: number;
}

interface Run {
  angle: number;
  starts: number;
  length: number;
  slow: number;
  wide: number;
}

const TWIST = 9.5;
const BINS = 64;

/** A stream that coils where it lands, a pool that spreads over the top, and runs that creep down the sides. */
export function createPour(random: Random, sauce: Sauce, plan: PourPlan) {
  const { starts, ends, summit, brim } = plan;
  const first = Math.atan2(plan.z, plan.x);
  const runs: Run[] = Array.from({ length: plan.runs }, (_, n) => ({
    // The first run starts where the stream lands, in view of the camera.
    angle: turnedIn(first + (n === 0 ? 0.12 : ((n + random.range(-0.28, 0.28)) / plan.runs) * Math.PI * 2)),
    // A run starts only when the pool has reached the edge.
    starts: starts + 1.05 + (n === 0 ? 0 : random.range(0, 0.8)),
    length: plan.deepest * (n === 0 ? 0.95 : random.range(0.3, 1)),
    slow: random.range(1.4, 2.6),
    wide: random.range(0.055, 0.085),
  }));
  const near = Array.from({ length: BINS }, (_, bin) => {
    const middle = ((bin + 0.5) / BINS) * Math.PI * 2 - Math.PI;
    return runs.flatMap(({ angle }, n) => (Math.cos(middle - angle) > Math.cos(0.6) ? [n] : []));
  });
  const reach = Float64Array.from(runs, () => 0);
  const now = { time: 0, low: 9, high: 9, spread: 0, heap: 0, thick: 0.05, whirl: 0, summit };
  const hand = random.range(0, 6);

  const film: Solid = {
    bounds: { x: 0, y: 0, z: 0, wide: 1, tall: 1 },
    shown: false,
    finish: sauce.finish,
    distance: filmDistance,
    hull: null,
    bumps: (x, y, z) => 0.007 * noise3(x * 5, y * 3, z * 5),
    ...(sauce.clear ? { clear: sauce.clear } : {}),
  };
  const stream: Solid = {
    bounds: { x: plan.x, y: 0, z: plan.z, wide: 0.3, tall: 1 },
    shown: false,
    finish: sauce.finish,
    distance: streamDistance,
    hull: (x, y, z) => length3(x - plan.x, z - plan.z, y - clamp(y, now.low, now.high)) - now.thick,
    ...(sauce.clear ? { clear: { ...sauce.clear, cloud: sauce.clear.cloud * 1.4 } } : {}),
  };

  /** Distance to the film of sauce, which spreads along the skin: from the axis over the top, then down the side. */
  function filmDistance(x: number, y: number, z: number): number {
    const r = Math.sqrt(x * x + z * z);
    const down = summit - y;
    const s = Math.min(r, brim) + Math.max(0, down);
    // The pool is first centred on the landing point, later on the middle.
    const share = clamp(now.spread / brim);
    const px = x - plan.x * (1 - share);
    const pz = z - plan.z * (1 - share);
    const off = Math.sqrt(px * px + pz * pz) + Math.max(0, down);
    const angle = angleOf(z, x);
    const ragged = 0.035 * Math.sin(angle * 5 + hand) + 0.025 * Math.sin(angle * 9 + hand * 2);
    let foot = off - now.spread - ragged * share;
    let head = 0;
    const bin = near[Math.floor(((angle + Math.PI) / (Math.PI * 2)) * BINS) % BINS] as number[];
    for (let k = 0; k < bin.length; k++) {
      const n = bin[k] as number;
      const far = reach[n] as number;
      const last = brim * 0.7 + far;
      if (far <= 0 || s > last + 0.3) continue;
      const { angle: at, wide } = runs[n] as Run;
      let turned = angle - at;
      if (turned > Math.PI) turned -= Math.PI * 2;
      else if (turned < -Math.PI) turned += Math.PI * 2;
      const side = (turned + 0.05 * (wave(s * 0.8 + n * 0.37) - 0.5)) * Math.max(r, 0.2);
      if (side > 0.3 || side < -0.3) continue;
      const past = Math.max(0, s - last);
      const before = Math.max(0, brim * 0.6 - s);
      const off = Math.max(0, 1 - Math.abs(s - last) * 5.5);
      const bulb = off * off * (3 - 2 * off);
      const girth = 0.75 + 0.45 * bulb + 0.5 * clamp((brim * 1.25 - s) / (brim * 0.45));
      const own = Math.sqrt(side * side + past * past + before * before) - wide * girth;
      foot = roundedMin(foot, own, 0.11);
      head = Math.max(head, bulb * clamp((0.2 - own) * 5));
    }
    if (foot > 0.2) return foot * 0.6;
    const under = plan.support(x, y, z);
    if (under > 0.14) return under - 0.09;
    const lap = roundedMax(under - 0.04 - 0.036 * head, foot, 0.085);
    const open = Math.max(lap, -(under + 0.03));
    return (plan.keep ? Math.max(open, plan.keep(x, y, z)) : open) * 0.72;
  }

  function streamDistance(x: number, y: number, z: number): number {
    const lift = y - now.summit;
    const near = Math.exp(-Math.max(0, lift) * 2.6);
    const turn = now.whirl;
    const ox = plan.x + 0.1 * near * Math.cos(turn) + 0.02 * Math.sin(y * 2.4 + now.time * 3) * Math.min(1, lift);
    const oz = plan.z + 0.1 * near * Math.sin(turn);
    const held = clamp(y, now.low, now.high);
    const rope = now.thick * (0.55 + 0.45 * smooth(0.1, 2.6, lift) + 0.05 * Math.sin(y * 9 + now.time * 16));
    const px = x - ox;
    const pz = z - oz;
    let best = Math.sqrt(px * px + pz * pz + (y - held) * (y - held)) - rope;
    if (now.heap > 0.01 && lift < now.heap + 0.15) {
      const hx = x - plan.x;
      const hz = z - plan.z;
      const r = Math.sqrt(hx * hx + hz * hz);
      const pitch = 0.062;
      const cone = 0.035 + 0.13 * clamp(1 - lift / (now.heap + 0.05));
      const angle = angleOf(hz, hx) - turn;
      const winding = lift / pitch - angle / (Math.PI * 2);
      const off = (winding - Math.floor(winding) - 0.5) * pitch;
      const coil = Math.sqrt((r - cone) * (r - cone) + off * off) - 0.036;
      const cap = Math.max(lift - now.heap, -lift - 0.06);
      const heart = Math.max(r - cone, cap);
      best = roundedMin(best, roundedMin(roundedMax(coil, cap, 0.03), heart, 0.03), 0.05);
    }
    return best * 0.8;
  }

  function pose(time: number): void {
    now.time = time;
    now.summit = plan.landing?.(time) ?? summit;
    now.low = mix(summit + 5, now.summit - 0.02, easeIn(within(time, starts, 0.42), 2));
    now.high = mix(summit + 6, now.summit - 0.04, easeIn(within(time, ends, 0.7), 2));
    now.low = Math.min(now.low, now.high);
    now.whirl = time * TWIST;
    const landed = time - starts - 0.4;
    now.thick = 0.088 * mix(1, 0.3, smooth(ends - 0.1, ends + 0.5, time));
    now.heap = 0.2 * smooth(0, 0.7, landed) * (1 - smooth(ends + 0.1, ends + 1.1, time));
    now.spread = landed > 0 ? 0.1 + (brim * 0.86 - 0.1) * easeInOut(within(landed, 0, 1.6)) ** 0.8 : 0;
    let lowest = 0;
    runs.forEach(({ starts: at, length, slow }, n) => {
      // A thick sauce starts fast and then keeps creeping.
      const age = Math.max(0, time - at);
      const gone = length * (1 - Math.exp((-age * age) / (slow * 0.5 + age * slow * 0.55)) + 0.03 * age);
      reach[n] = age > 0 ? gone : 0;
      lowest = Math.max(lowest, age > 0 ? gone : 0);
    });
    film.shown = landed > 0;
    film.bounds = { x: 0, y: summit - lowest / 2, z: 0, wide: plan.widest + 0.09, tall: lowest / 2 + 0.2 };
    stream.shown = time > starts && time < ends + 1.3;
    const top = Math.max(now.high, now.summit + now.heap);
    const bottom = Math.min(now.low, now.summit - 0.1);
    stream.bounds = { x: plan.x, y: (top + bottom) / 2, z: plan.z, wide: 0.24, tall: (top - bottom) / 2 + 0.1 };
  }

  return { solids: [film, stream], pose, runs };
}

/** The same angle, wrapped to -PI to PI. */
function turnedIn(angle: number): number {
  return angle - Math.round(angle / (Math.PI * 2)) * Math.PI * 2;
}

/** A cheap wave of period 1 between 0 and 1. */
function wave(x: number): number {
  const share = Math.abs(x - Math.floor(x) - 0.5) * 2;
  return share * share * (3 - 2 * share);
}
