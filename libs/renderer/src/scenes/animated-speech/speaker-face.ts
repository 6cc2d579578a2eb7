import type { Group, Lump } from '../../stage/lump.ts';
import type { Mouth } from '../../stage/mouth.ts';
import type { Looks } from './speaker-looks.ts';
import { createMouthPaint } from './speaker-mouth.ts';
import { createCurve } from './speaker-rig.ts';

/** The pose of the lower face at one moment. */
export interface FacePose {
  mouth: Mouth;
  /** 0 calm, 1 beaming. */
  smile: number;
}

const MOUTH = -0.34;
/** Blend radius between skull and jaw. */
const MELT = 0.08;
const SKULL = { at: 0.06, size: [0.6, 0.66, 0.58] } as const;
const JAW = { at: [-0.25, -0.06], size: [0.51, 0.46, 0.48] } as const;
const BEARD = { at: [-0.46, -0.13], size: [0.46, 0.33, 0.46] } as const;

/** The head without eyes and hair: skull, jaw, nose, and a carved and painted mouth. */
export function createFace(head: Group, looks: Looks) {
  const { skin, nose, throat, hair } = looks.materials;
  const wide = looks.face;
  const bearded = looks.beard === 'full';
  const mouth = createMouthPaint(looks.materials);
  const flat = () => 0;

  const jaw: Lump = {
    kind: 'ball',
    at: [0, JAW.at[0], JAW.at[1]],
    size: [JAW.size[0] * wide, JAW.size[1], JAW.size[2]],
    material: mouth.on(skin, () => ({ x: 0, y: jaw.at[1] - MOUTH }), flat),
    blend: MELT,
    group: head,
  };
  const ball = (at: Lump['at'], size: Lump['size'], blend: number): Lump => ({
    kind: 'ball',
    at,
    size,
    material: skin,
    blend,
    group: head,
  });
  const chin = ball([0, -0.6, -0.28], [0.19, 0.12, 0.16], 0.07);
  const cheeks = [-1, 1].map((side) => ball([side * 0.3, -0.15, -0.32], [0.23, 0.18, 0.18], 0.08));
  const lumps: Lump[] = [
    {
      kind: 'ball',
      at: [0, SKULL.at, 0],
      size: [SKULL.size[0] * wide, SKULL.size[1], SKULL.size[2]],
      material: skin,
      group: head,
    },
    jaw,
    chin,
    ...cheeks,
    { kind: 'ball', at: [0, -0.07, -0.66], size: [0.15, 0.125, 0.13], material: nose, group: head },
  ];
  if (bearded) {
    const [wx, wy, wz] = BEARD.size;
    lumps.push(
      {
        kind: 'ball',
        at: [0, BEARD.at[0], BEARD.at[1]],
        size: [wx * wide, wy, wz],
        material: mouth.on(hair, () => ({ x: 0, y: BEARD.at[0] - MOUTH }), flat),
        blend: 0.03,
        group: head,
      },
      { kind: 'ball', at: [0, -0.2, 0.14], size: [0.6 * wide, 0.34, 0.42], material: hair, blend: 0.06, group: head },
    );
  }
  const hollow: Lump = {
    kind: 'ball',
    at: [0, MOUTH, -0.5],
    size: [0.2, 0.1, 0.2],
    material: throat,
    carve: true,
    blend: 0.02,
    group: head,
  };
  const lining = mouth.on(
    throat,
    () => ({ x: 0, y: hollow.at[1] - MOUTH }),
    (_x, _y, z) => 0.06 + z + hollow.size[2] * 0.4,
  );
  // The visible wall inside the mouth is the far one, behind the middle of the hollow, so it is painted too.
  hollow.material = { ...throat, pattern: (x, y, z, base, out) => lining.pattern?.(x, y, -Math.abs(z), base, out) };
  lumps.push(hollow);
  const whiskers = looks.beard === 'none' ? [] : [createCurve(4, { material: hair, blend: 0.03, group: head })];
  lumps.push(...whiskers.flatMap(({ rods }) => rods));

  function pose({ mouth: mouthShape, smile }: FacePose): void {
    mouth.set(mouthShape, smile);
    const { width, up, down } = mouth.shape;
    const drop = mouthShape.open * 0.1;
    jaw.at = [0, JAW.at[0] - drop * 0.6, JAW.at[1]];
    chin.at = [0, -0.6 - drop, -0.28];
    cheeks.forEach((cheek, index) => {
      cheek.at = [
        (index ? 1 : -1) * (0.3 + 0.02 * smile),
        -0.15 + 0.035 * smile + 0.02 * mouthShape.wide,
        -0.32 - 0.02 * smile,
      ];
    });
    // A closed mouth is only painted: a flat hollow behind it would let rays through at the corners.
    const gap = (up + down) / 2;
    const hidden = Math.max(0, 0.07 - gap) * 7;
    const middle = MOUTH + (up - down) / 2;
    hollow.at = [0, middle, frontOf(0, middle, wide, bearded) + 0.05 + hidden];
    hollow.size = [Math.max(0.05, width * 0.82), Math.max(0.045, gap * 0.95), 0.2];
    for (const rope of whiskers)
      rope.lay(
        (share) => {
          const t = share * 2 - 1;
          const x = t * (width + 0.05);
          const y = MOUTH + 0.085 + up * 0.9 - 0.05 * t * t + mouth.lift(t) * 0.7;
          return [x, y, frontOf(x, y, wide, bearded) - 0.012];
        },
        (share) =>
          0.02 +
          0.034 *
            (Math.sin(share * 2 * Math.PI) ** 2 * 0.6 + 0.4) *
            Math.sin(Math.PI * Math.min(0.94, Math.max(0.06, share))),
      );
  }
  return { lumps, pose };
}

/** How far forward the face is at (x, y): skull and jaw blended, with the beard in front of them. */
export function frontOf(x: number, y: number, wide: number, bearded = false): number {
  const skull = bulge(x / (SKULL.size[0] * wide), (y - SKULL.at) / SKULL.size[1], SKULL.size[2], 0);
  const jaw = bulge(x / (JAW.size[0] * wide), (y - JAW.at[0]) / JAW.size[1], JAW.size[2], JAW.at[1]);
  const near = Math.min(skull, jaw);
  const h = Math.max(0, MELT - Math.abs(skull - jaw)) / MELT;
  const plain = near - h * h * MELT * 0.25;
  return bearded
    ? Math.min(plain, bulge(x / (BEARD.size[0] * wide), (y - BEARD.at[0]) / BEARD.size[1], BEARD.size[2], BEARD.at[1]))
    : plain;
}

function bulge(u: number, v: number, depth: number, at: number): number {
  return at - depth * Math.sqrt(Math.max(0, 1 - u * u - v * v));
}
