import { clamp } from '../../stage/easing.ts';
import type { Group, Lump, Material } from '../../stage/lump.ts';
import type { Vector } from '../../stage/matrix.ts';
import { EYE } from './speaker-eyes.ts';
import { frontOf } from './speaker-face.ts';
import type { Looks } from './speaker-looks.ts';

/** Headphones, glasses and earrings. */
export function accessoriesOf(head: Group, looks: Looks): Lump[] {
  const { plastic, cushion, frame, metal } = looks.materials;
  const lumps: Lump[] = [];
  const wide = looks.face;
  if (looks.headphones) {
    lumps.push({ kind: 'arch', at: [0, 0.12, 0.05], size: [0.76 * wide, 0.055, 0], material: plastic, group: head });
    for (const side of [-1, 1]) {
      lumps.push({
        kind: 'can',
        at: [side * 0.75 * wide, -0.02, 0.04],
        size: [0.24, 0.09, 0],
        round: 0.06,
        turn: [0, 0, Math.PI / 2],
        material: plastic,
        group: head,
      });
      lumps.push({
        kind: 'can',
        at: [side * 0.64 * wide, -0.02, 0.04],
        size: [0.21, 0.07, 0],
        round: 0.06,
        turn: [0, 0, Math.PI / 2],
        material: cushion,
        group: head,
      });
    }
  }
  if (looks.glasses) {
    const z = frontOf(EYE.x, EYE.y, wide) - 0.13;
    for (const side of [-1, 1]) {
      lumps.push({
        kind: 'ring',
        at: [side * 0.245, EYE.y, z + 0.02],
        size: [0.225, 0.022, 0],
        turn: [Math.PI / 2, 0, side * 0.1],
        material: frame,
        group: head,
      });
      lumps.push({
        kind: 'rod',
        at: [side * 0.54 * wide, EYE.y + 0.04, z + 0.32],
        size: [0.02, 0.3, 0.02],
        turn: [Math.PI / 2, side * 0.22, 0],
        material: frame,
        group: head,
      });
    }
    lumps.push({
      kind: 'rod',
      at: [0, EYE.y + 0.03, z],
      size: [0.02, 0.035, 0.02],
      turn: [0, 0, Math.PI / 2],
      material: frame,
      group: head,
    });
  }
  if (looks.earrings && !looks.headphones)
    for (const side of [-1, 1])
      lumps.push({
        kind: 'ring',
        at: [side * 0.64 * wide, -0.27, 0.0],
        size: [0.075, 0.02, 0],
        turn: [Math.PI / 2, Math.PI / 2, 0],
        material: metal,
        group: head,
      });
  return lumps;
}

/** Position of the fist, in the microphone's own coordinates. */
export const GRIP: Vector = [0, -0.62, 0];

/**
 * A microphone and the fist that holds it: the microphone's head is at the group's origin, its handle points down. The fist has
 * a group of its own, so that it can let go.
 */
export function microphone(mic: Group, fist: Group, looks: Looks, side: number): Lump[] {
  const { mesh, handle, metal, skin, plastic } = looks.materials;
  const lumps: Lump[] = [];
  if (looks.microphone === 'ball') {
    lumps.push({
      kind: 'ball',
      at: [0, 0, 0],
      size: [0.22, 0.235, 0.22],
      material: patterned(mesh, grille),
      group: mic,
    });
    lumps.push({ kind: 'ring', at: [0, -0.12, 0], size: [0.185, 0.035, 0], material: metal, group: mic });
  } else if (looks.microphone === 'vintage') {
    lumps.push({
      kind: 'box',
      at: [0, 0, 0],
      size: [0.19, 0.27, 0.15],
      round: 0.14,
      material: patterned(mesh, ribs),
      group: mic,
    });
    lumps.push({ kind: 'box', at: [0, 0, 0], size: [0.03, 0.285, 0.17], round: 0.03, material: metal, group: mic });
    lumps.push({
      kind: 'box',
      at: [0, -0.02, 0],
      size: [0.2, 0.028, 0.165],
      round: 0.028,
      material: metal,
      group: mic,
    });
  } else {
    lumps.push({
      kind: 'ball',
      at: [0, 0.02, 0],
      size: [0.235, 0.25, 0.235],
      material: { ...plastic, shine: 0.08, polish: 8 },
      group: mic,
    });
    lumps.push({
      kind: 'box',
      at: [0, -0.3, 0],
      size: [0.15, 0.1, 0.15],
      round: 0.02,
      material: looks.materials.hat,
      group: mic,
    });
  }
  lumps.push({ kind: 'rod', at: [0, -0.62, 0], size: [0.075, 0.52, 0.13], material: handle, group: mic });
  lumps.push({ kind: 'can', at: [0, -1.2, 0], size: [0.08, 0.05, 0], round: 0.03, material: metal, group: mic });
  const [, grip] = GRIP;
  lumps.push({ kind: 'ball', at: [side * 0.11, grip, 0.1], size: [0.13, 0.19, 0.13], material: skin, group: fist });
  for (let finger = 0; finger < 4; finger++) {
    const y = grip + 0.14 - finger * 0.095;
    lumps.push({
      kind: 'rod',
      at: [side * 0.03, y, -0.115],
      size: [0.05, 0.13, 0.052],
      turn: [0, -side * 0.25, Math.PI / 2],
      material: skin,
      blend: 0.02,
      group: fist,
    });
  }
  lumps.push({
    kind: 'rod',
    at: [side * 0.06, grip + 0.22, -0.09],
    size: [0.05, 0.1, 0.045],
    turn: [0.3, 0, side * 0.5],
    material: skin,
    blend: 0.02,
    group: fist,
  });
  return lumps;
}

function patterned(material: Material, tone: (x: number, y: number, z: number) => number): Material {
  return {
    ...material,
    pattern: (x, y, z, base, out) => {
      const by = tone(x, y, z);
      out.r = base.r * by;
      out.g = base.g * by;
      out.b = base.b * by;
    },
  };
}

function grille(x: number, y: number, z: number): number {
  const u = Math.atan2(z, x) * 8;
  const v = Math.asin(clamp(y / 0.235, -1, 1)) * 8;
  return Math.max(Math.abs(Math.sin(u + v)), Math.abs(Math.sin(u - v))) > 0.82 ? 1.5 : 0.22;
}

function ribs(x: number, _y: number, z: number): number {
  const across = Math.abs(z) > 0.1 ? x : z;
  return Math.abs(Math.sin(across * 46)) > 0.55 ? 1.4 : 0.2;
}
