import { mix } from '../stage/easing.ts';
import type { Group, Lump } from '../stage/lump.ts';
import type { Vector } from '../stage/matrix.ts';
import type { Mouth } from '../stage/mouth.ts';
import type { Looks } from './speaker-looks.ts';
import { createCurve } from './speaker-rig.ts';

/** How the lower face looks at a moment. */
export interface Speaking {
  mouth: Mouth;
  /** 0 calm, 1 beaming. */
  smile: number;
}

const MOUTH = -0.35;
/** How far skull and jaw melt into each other. */
const MELT = 0.07;
const SKULL = { at: 0.06, size: [0.6, 0.66, 0.58] } as const;
const JAW = { at: [-0.25, -0.06], size: [0.51, 0.46, 0.48] } as const;

/** Head without eyes and hair: skull, jaw, nose, ears, and lips that are two ropes before a hollow with teeth and tongue. */
export function createFace(head: Group, looks: Looks) {
  const { skin, lips, throat, teeth, tongue, hair } = looks.materials;
  const wide = looks.face;
  const jaw: Lump = {
    kind: 'ball',
    at: [0, JAW.at[0], JAW.at[1]],
    size: [JAW.size[0] * wide, JAW.size[1], JAW.size[2]],
    material: skin,
    blend: 0.07,
    group: head,
  };
  const chin: Lump = {
    kind: 'ball',
    at: [0, -0.6, -0.28],
    size: [0.19, 0.12, 0.16],
    material: skin,
    blend: 0.07,
    group: head,
  };
  const hollows = [0, -1, 1].map(
    (): Lump => ({
      kind: 'ball',
      at: [0, MOUTH, -0.5],
      size: [0.2, 0.1, 0.3],
      material: throat,
      carve: true,
      blend: 0.012,
      group: head,
    }),
  );
  const row: Lump = {
    kind: 'box',
    at: [0, MOUTH, -0.4],
    size: [0.13, 0.045, 0.07],
    round: 0.04,
    material: teeth,
    group: head,
  };
  const lick: Lump = { kind: 'ball', at: [0, MOUTH, -0.34], size: [0.12, 0.07, 0.16], material: tongue, group: head };
  const upper = createCurve(4, { material: lips, blend: 0.009, group: head });
  const lower = createCurve(4, { material: lips, blend: 0.009, group: head });
  const whiskers = looks.beard === 'none' ? [] : [createCurve(4, { material: hair, blend: 0.03, group: head })];
  const cheek = (side: number): Lump => ({
    kind: 'ball',
    at: [side * 0.3, -0.16, -0.36],
    size: [0.23, 0.18, 0.18],
    material: skin,
    blend: 0.07,
    group: head,
  });
  const cheeks = [cheek(-1), cheek(1)];

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
    { kind: 'ball', at: [0, -0.1, -0.62], size: [0.085, 0.078, 0.1], material: skin, blend: 0.07, group: head },
    ...[-1, 1].map(
      (side): Lump => ({
        kind: 'ball',
        at: [side * 0.6 * wide, -0.04, 0.02],
        size: [0.09, 0.15, 0.09],
        material: skin,
        blend: 0.04,
        group: head,
      }),
    ),
  ];
  if (looks.beard === 'full')
    lumps.push(
      {
        kind: 'ball',
        at: [0, -0.46, -0.13],
        size: [0.46 * wide, 0.33, 0.46],
        material: hair,
        blend: 0.03,
        group: head,
      },
      { kind: 'ball', at: [0, -0.2, 0.14], size: [0.6 * wide, 0.34, 0.42], material: hair, blend: 0.06, group: head },
    );
  lumps.push(...hollows, ...upper.rods, ...lower.rods, row, lick, ...whiskers.flatMap(({ rods }) => rods));

  function pose({ mouth, smile }: Speaking): void {
    const { open, round, press, tuck } = mouth;
    const width = mix(0.12, 0.205, mouth.wide) * (1 - 0.3 * round) + smile * 0.045 - press * 0.012;
    const up = open * 0.075 + tuck * 0.02 + smile * open * 0.01;
    const down = open * (0.19 - 0.03 * round) + smile * open * 0.03;
    const out = 0.05 * round - 0.018 * press;
    const drop = open * 0.06;
    jaw.at = [0, JAW.at[0] - drop * 0.7, JAW.at[1]];
    chin.at = [0, -0.6 - drop, -0.28];
    cheeks.forEach((one, index) => {
      one.at = [
        (index ? 1 : -1) * (0.3 + 0.02 * smile),
        -0.15 + 0.035 * smile + 0.02 * mouth.wide,
        -0.32 - 0.02 * smile,
      ];
    });
    const lift = (x: number) => smile * 0.075 * x * x + (1 - smile) * 0.012 * x * x;
    const front = (x: number, y: number) => frontOf(x, y, wide, looks.beard === 'full') - out * (1 - (x / 0.3) ** 2);
    const at = (share: number, height: number, depth: number): Vector => {
      const x = share * 2 - 1;
      const y = MOUTH + height + lift(x) - smile * 0.015;
      return [x * width, y, front(x * width, y) + depth];
    };
    const round2 = (share: number) => Math.max(0, 1 - (share * 2 - 1) ** 2);
    const full = 1 - 0.3 * press;
    upper.lay(
      (share) => at(share, up * round2(share) ** 0.7 + 0.012 - 0.008 * round2(share) ** 6, -0.004),
      (share) => (0.014 + 0.013 * round2(share)) * full,
    );
    lower.lay(
      (share) => at(share, -down * round2(share) ** 0.62 - 0.016 + tuck * 0.11 * round2(share), tuck * 0.035),
      (share) => (0.014 + 0.02 * round2(share)) * full,
    );
    // A closed mouth has no hollow: a flat one behind shut lips would let rays slip through at the corners.
    const gap = (up + down) / 2;
    const hidden = Math.max(0, 0.035 - gap) * 12;
    const middle = MOUTH + (up - down) / 2 - smile * 0.015;
    hollows.forEach((hollow, index) => {
      // The middle one, and one towards each corner, where a smile lifts the lips.
      const x = index === 0 ? 0 : (index === 1 ? -1 : 1) * width * 0.36;
      const high = index === 0 ? gap + 0.012 : gap * 0.8 + 0.006;
      hollow.at = [x, middle + lift(index === 0 ? 0 : 0.6), front(x, middle) + 0.06 + hidden];
      hollow.size = [
        index === 0 ? Math.max(0.05, width * 0.66) : Math.max(0.04, width * 0.42),
        Math.max(0.04, high),
        0.26,
      ];
    });
    row.at = [0, MOUTH + up * 0.9 - 0.032, front(0, MOUTH) + 0.1 + 0.12 * Math.max(0, 1 - gap * 30)];
    row.size = [Math.max(0.05, width * 0.74), 0.042, 0.07];
    lick.at = [0, MOUTH - down * 0.86 - 0.012, front(0, MOUTH) + 0.17 + 0.1 * Math.max(0, 1 - gap * 20)];
    lick.size = [Math.max(0.04, width * 0.62), 0.05 + open * 0.03, 0.15];
    for (const rope of whiskers)
      rope.lay(
        (share) => {
          const x = (share * 2 - 1) * (width + 0.05);
          const y = MOUTH + 0.085 + up * 0.9 - 0.05 * Math.abs(share * 2 - 1) ** 2 + lift(share * 2 - 1) * 0.7;
          return [x, y, front(x, y) - 0.012];
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

/** How far forward the face comes at a place: skull and jaw, melted, and a beard in front of them. */
export function frontOf(x: number, y: number, wide: number, bearded = false): number {
  const skull = bulge(x / (SKULL.size[0] * wide), (y - SKULL.at) / SKULL.size[1], SKULL.size[2], 0);
  const jaw = bulge(x / (JAW.size[0] * wide), (y - JAW.at[0]) / JAW.size[1], JAW.size[2], JAW.at[1]);
  const near = Math.min(skull, jaw);
  const h = Math.max(0, MELT - Math.abs(skull - jaw)) / MELT;
  const plain = near - h * h * MELT * 0.25;
  return bearded ? Math.min(plain, bulge(x / (0.46 * wide), (y + 0.46) / 0.33, 0.46, -0.13)) : plain;
}

function bulge(u: number, v: number, depth: number, at: number): number {
  return at - depth * Math.sqrt(Math.max(0, 1 - u * u - v * v));
}
