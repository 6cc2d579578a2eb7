import type { Inside } from './glass-look.ts';

/** x, y, z of the centre, three radii, the turn about the vertical axis and the tilt, in the body's own units. */
type Piece = [number, number, number, number, number, number, number, number];

const TURN = Math.PI * 2;

function pieces(inside: Inside): Piece[] {
  if (inside === 'ember') return [[0, 0, 0, 0.66, 0.3, 0.36, 0.5, 0.25]];
  const round = (count: number, make: (angle: number, share: number) => Piece) =>
    Array.from({ length: count }, (_, n) => make((n / count) * TURN, n / count));
  if (inside === 'flower')
    return [
      [0, 0.02, 0, 0.17, 0.17, 0.17, 0, 0],
      ...round(6, (a): Piece => [Math.cos(a) * 0.36, 0.02, Math.sin(a) * 0.36, 0.3, 0.09, 0.17, a, 0.55]),
    ];
  if (inside === 'pearls')
    return [
      [0, 0, 0, 0.3, 0.3, 0.3, 0, 0],
      ...round(
        6,
        (a): Piece => [Math.cos(a) * 0.56, 0.1 * Math.sin(a * 2), Math.sin(a) * 0.56, 0.12, 0.12, 0.12, 0, 0],
      ),
    ];
  return round(
    8,
    (a, share): Piece => [Math.cos(a) * 0.34, share * 1.1 - 0.52, Math.sin(a) * 0.34, 0.19, 0.13, 0.19, a, 0],
  );
}

/** The solids inside the glass. All coordinates are the scene's. */
export function createGlassCore(inside: Inside) {
  const list = pieces(inside);
  // For each piece: its centre (3) and the matrix that maps it to the unit ball (9), set once per frame.
  const placed = new Float64Array(list.length * 12);
  /** The last hit: the normal and the share of the second colour. */
  const hit = { x: 0.1, y: 0.9, z: 0.1, blend: 0.5 };
  const bounds = { y: 0.5, rr: 0.5, x: 0.1 };

  function pose(wide: number, half: number, centre: number, turn: number, scale: number): void {
    bounds.y = centre;
    bounds.rr = (Math.max(wide, half) * 0.86 * scale) ** 2;
    const cosT = Math.cos(turn);
    const sinT = Math.sin(turn);
    list.forEach(([px, py, pz, rx, ry, rz, yaw, tilt], n) => {
      const o = n * 12;
      const cosY = Math.cos(yaw + turn);
      const sinY = Math.sin(yaw + turn);
      const c = Math.cos(tilt);
      const s = Math.sin(tilt);
      const w = wide * scale;
      const h = half * scale;
      placed[o] = (px * cosT - pz * sinT) * w;
      placed[o + 1] = py * h + centre;
      placed[o + 2] = (px * sinT + pz * cosT) * w;
      placed.set([(cosY * c) / (rx * w), s / (rx * h), (sinY * c) / (rx * w)], o + 3);
      placed.set([(-cosY * s) / (ry * w), c / (ry * h), (-sinY * s) / (ry * w)], o + 6);
      placed.set([-sinY / (rz * w), 0, cosY / (rz * w)], o + 9);
    });
  }

  /** Distance along the ray to the nearest piece, or -1. */
  function intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const along = -(ox * dx + (oy - bounds.y) * dy + oz * dz);
    const apart = ox * ox + (oy - bounds.y) ** 2 + oz * oz - along * along;
    if (apart > bounds.rr) return -1;
    let best = -1;
    let piece = 0;
    for (let o = 0; o < placed.length; o += 12) {
      const x = ox - (placed[o] as number);
      const y = oy - (placed[o + 1] as number);
      const z = oz - (placed[o + 2] as number);
      const ax = (placed[o + 3] as number) * x + (placed[o + 4] as number) * y + (placed[o + 5] as number) * z;
      const ay = (placed[o + 6] as number) * x + (placed[o + 7] as number) * y + (placed[o + 8] as number) * z;
      const az = (placed[o + 9] as number) * x + (placed[o + 10] as number) * y + (placed[o + 11] as number) * z;
      const bx = (placed[o + 3] as number) * dx + (placed[o + 4] as number) * dy + (placed[o + 5] as number) * dz;
      const by = (placed[o + 6] as number) * dx + (placed[o + 7] as number) * dy + (placed[o + 8] as number) * dz;
      const bz = (placed[o + 9] as number) * dx + (placed[o + 10] as number) * dy + (placed[o + 11] as number) * dz;
      const a = bx * bx + by * by + bz * bz;
      const b = ax * bx + ay * by + az * bz;
      const d = b * b - a * (ax * ax + ay * ay + az * az - 1);
      if (d <= 0) continue;
      const t = (-b - Math.sqrt(d)) / a;
      if (t < 0.004 || (best >= 0 && t >= best)) continue;
      best = t;
      piece = o;
      const ux = ax + bx * t;
      const uy = ay + by * t;
      const uz = az + bz * t;
      hit.x = (placed[o + 3] as number) * ux + (placed[o + 6] as number) * uy + (placed[o + 9] as number) * uz;
      hit.y = (placed[o + 4] as number) * ux + (placed[o + 7] as number) * uy + (placed[o + 10] as number) * uz;
      hit.z = (placed[o + 5] as number) * ux + (placed[o + 8] as number) * uy + (placed[o + 11] as number) * uz;
      hit.blend = inside === 'ember' ? 0.5 + 0.5 * ux : inside === 'flower' && o > 0 ? 0.5 + 0.5 * ux : 0.5 - 0.5 * uy;
    }
    if (best < 0) return -1;
    const inverse = 1 / Math.sqrt(hit.x * hit.x + hit.y * hit.y + hit.z * hit.z);
    hit.x *= inverse;
    hit.y *= inverse;
    hit.z *= inverse;
    if (piece === 0 && inside !== 'ember' && inside !== 'helix') hit.blend = 0;
    return best;
  }

  return { hit, pose, intersect };
}

export type GlassCore = ReturnType<typeof createGlassCore>;
