import { mix } from '../../stage/easing.ts';
import type { Group, Lump, Material } from '../../stage/lump.ts';
import { frontOf } from './speaker-face.ts';
import { EYE_RADIUS, type Looks } from './speaker-looks.ts';
import { createCurve, groupAt } from './speaker-rig.ts';

/** The pose of eyes, lids and brows at one moment. */
export interface EyePose {
  /** Radians down and to the right; 0, 0 is straight ahead. */
  look: [number, number];
  /** Left and right: 0 shut, 1 open, above 1 astonished. */
  lids: [number, number];
  /** The lower lids rise with the smile. */
  smile: number;
  /** -1 lowered, 1 raised. */
  brows: number;
  /** Outer ends of the brows: -1 up (fierce), 1 down (touched). */
  slant: number;
}

export const EYE = { x: 0.215, y: 0.14, radius: EYE_RADIUS } as const;
/** The eyes stand out of the head, as on a puppet. */
const SET_BACK = 0.05;
/** A lid is a ball as large as the eye, offset by this share of the radius: it covers half of the eye and turns about it. */
const LID_OFF = 0.3;

export function createEyes(head: Group, looks: Looks) {
  const { skin, lid, eye, brow } = looks.materials;
  const lumps: Lump[] = [];
  const sides = [-1, 1].map((side) => {
    const place: [number, number, number] = [side * EYE.x, EYE.y, frontOf(EYE.x, EYE.y, looks.face) + SET_BACK];
    const ball = groupAt(place, head);
    const upperLid = groupAt(place, head);
    const lowerLid = groupAt(place, head);
    const size: [number, number, number] = [EYE.radius * 1.05, EYE.radius * 1.05, EYE.radius * 1.05];
    const off = EYE.radius * LID_OFF;
    lumps.push(
      { kind: 'ball', at: [0, off, 0], size, material: lashed(lid, off, looks.lashes), blend: 0.03, group: upperLid },
      { kind: 'ball', at: [0, -off, 0], size, material: skin, blend: 0.03, group: lowerLid },
      { kind: 'ball', at: [0, 0, 0], size: [EYE.radius, EYE.radius, EYE.radius], material: eye, group: ball },
    );
    return { side, ball, upperLid, lowerLid };
  });
  const brows = [-1, 1].map((side) => ({ side, rope: createCurve(4, { material: brow, blend: 0.008, group: head }) }));
  lumps.push(...brows.flatMap(({ rope }) => rope.rods));

  function pose({ look, lids, smile, brows: raise, slant }: EyePose): void {
    sides.forEach(({ ball, upperLid, lowerLid }, index) => {
      ball.turn = [-look[0], -look[1], 0];
      const open = lids[index] ?? 1;
      // Elevation of each lid's edge above the line straight ahead; the lids meet a little below the middle.
      const above = mix(-0.42, 0.82, open) - look[0] * 0.3 * open - 0.06 * smile * open;
      const below = mix(-0.46, -0.92, open) + 0.4 * smile * Math.min(1, open);
      upperLid.turn = [above, 0, 0];
      lowerLid.turn = [below, 0, 0];
    });
    brows.forEach(({ side, rope }) => {
      rope.lay(
        (share) => {
          const x = side * mix(0.1, 0.37, share);
          const arch = 0.055 * Math.sin(Math.PI * (0.12 + 0.72 * share));
          const y = EYE.y + 0.29 + raise * 0.07 + arch * (1 + raise * 0.4) - slant * 0.06 * (share - 0.5);
          return [x, y, frontOf(x, y, looks.face) - 0.008];
        },
        (share) => looks.browWeight * (0.5 + 0.5 * Math.sin(Math.PI * (0.16 + 0.78 * share))),
      );
    });
  }
  return { lumps, pose };
}

/** A lid's material with a dark edge. The edge is where the lid's own coordinates are lowest. */
function lashed(lid: Material, off: number, width: number): Material {
  return {
    ...lid,
    pattern: (_x, y, _z, base, out) => {
      const share = y < -off + EYE.radius * width ? 0.08 : 1;
      out.r = base.r * share;
      out.g = base.g * share;
      out.b = base.b * share;
    },
  };
}
