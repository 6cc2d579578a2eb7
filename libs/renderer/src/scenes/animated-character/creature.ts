import type { Group, Lump } from '../../stage/lump.ts';
import { apply, reaching, rotation, transposed, type Vector } from '../../stage/matrix.ts';
import { createEyes } from './creature-eyes.ts';
import type { CreatureLooks } from './creature-looks.ts';
import { createMouth } from './creature-mouth.ts';
import { clothes, tailLumps, topTrimmings } from './creature-trimmings.ts';

/** A creature's pose at one moment. Angles are in radians, positions in scene coordinates. */
export interface Pose {
  at: Vector;
  /** Turn to the side. */
  yaw: number;
  /** Lean forward. */
  pitch: number;
  /** Lean sideways. */
  roll: number;
  /** Above 0 it is taller and thinner, below 0 lower and wider; its volume stays about the same. */
  stretch: number;
  /** Pitch, yaw and roll of the head. */
  head: Vector;
  /** The point the eyes look at, in scene coordinates. */
  look: Vector;
  upperLid: number;
  lowerLid: number;
  pupil: number;
  brow: number;
  /** 0 shut, 1 wide open. */
  mouth: number;
  smile: number;
  /** Angles: raised forwards, raised sideways, turned inwards. */
  armLeft: Vector;
  armRight: Vector;
  /** How far the last eye is shut beyond its lids, 0 to 1. */
  wink: number;
  ears: number;
  tail: number;
}

/** A furry creature that faces -z. */
export function createCreature(looks: CreatureLooks, tailSide: number) {
  const { build, materials, plump } = looks;
  const { trunk, trunkAt, skull, skullAt, melt } = build;
  const root = groupAt([0, 0, 0]);
  const head = groupAt([0, skullAt, -0.02], root);
  const shoulder = Math.min(trunkAt + trunk[1] * 0.42, skullAt - skull[1] * 0.62);
  const reach = trunk[0] * plump * Math.sqrt(1 - ((shoulder - trunkAt) / trunk[1]) ** 2) - 0.06;
  const arms = [-1, 1].map((side) => groupAt([side * reach, shoulder, -0.06], root)) as [Group, Group];
  const tail = groupAt([0, 0.3, trunk[2] * 0.82], root);
  const feet = [-1, 1].map((side) => groupAt([side * trunk[0] * 0.46, 0.13, -trunk[2] * 0.3], root)) as [Group, Group];

  const lumps: Lump[] = [
    {
      kind: 'ball',
      at: [0, trunkAt, 0],
      size: [trunk[0] * plump, trunk[1], trunk[2]],
      material: materials.trunk,
      group: root,
    },
    { kind: 'ball', at: [0, 0, 0], size: [...skull], material: materials.skull, blend: melt, group: head },
  ];
  feet.forEach((foot) => {
    lumps.push({
      kind: 'ball',
      at: [0, 0, 0],
      size: [0.27, 0.15, 0.38],
      material: materials.fur,
      blend: 0.1,
      group: foot,
    });
    if (looks.coat !== 'plain')
      for (const toe of [-1, 0, 1])
        lumps.push({
          kind: 'ball',
          at: [toe * 0.13, -0.01, -0.34 + 0.04 * Math.abs(toe)],
          size: [0.07, 0.075, 0.07],
          material: materials.horn,
          group: foot,
        });
  });
  arms.forEach((arm, n) => {
    const side = n ? 1 : -1;
    const { at, turn, half } = reaching(
      [0, 0, 0],
      skull[0] > 0.95 ? [side * 0.3, -0.78, -0.1] : [side * 0.24, -0.62, -0.08],
    );
    lumps.push({ kind: 'rod', at, turn, size: [0.19, half, 0.15], material: materials.fur, blend: 0.12, group: arm });
    lumps.push({
      kind: 'ball',
      at: [side * 0.08, -0.52, -0.24],
      size: [0.08, 0.08, 0.1],
      material: materials.fur,
      blend: 0.07,
      group: arm,
    });
  });
  lumps.push(...tailLumps(looks, tail, tailSide));
  const { lumps: tops, ears } = topTrimmings(looks, head);
  lumps.push(...tops);

  const face = createMouth(looks, head);
  lumps.push(...face.lumps);

  const { eyes, lumps: eyeLumps } = createEyes(looks, head);
  lumps.push(...eyeLumps);
  const brows = eyes.map((eye, n) => {
    const group = groupAt([0, 0, 0], head);
    const side = looks.eyes === 'one' ? 0 : n ? 1 : -1;
    lumps.push({
      kind: 'rod',
      at: [0, 0, 0],
      turn: [0, 0, Math.PI / 2 + side * 0.08],
      size: [0.034, 0.1, 0.034],
      material: materials.brow,
      group,
    });
    return { group, side, eye };
  });
  lumps.push(...clothes(looks, root, head));

  function applyPose(pose: Pose): void {
    const { stretch } = pose;
    root.position = pose.at;
    root.turn = [pose.pitch, pose.yaw, pose.roll];
    root.scale = [1 - stretch * 0.5, 1 + stretch, 1 - stretch * 0.5];
    head.turn = pose.head;
    arms.forEach((arm, n) => {
      const [forward, out, inward] = n ? pose.armRight : pose.armLeft;
      arm.turn = [forward, (n ? 1 : -1) * inward, (n ? 1 : -1) * out];
    });
    tail.turn = [0, pose.tail, 0.3 * pose.tail];
    ears.forEach((ear, n) => {
      ear.turn = [-0.4 * pose.ears, 0, (n ? 1 : -1) * (0.06 - 0.3 * pose.ears)];
      ear.scale = [1, 1 + 0.12 * pose.ears, 1];
    });
    const dangle = Math.min(0.5, Math.max(0, pose.at[1]) * 0.7);
    for (const foot of feet) foot.turn = [dangle, 0, 0];

    face.shape(Math.max(0, pose.mouth), pose.smile);

    const local = lookInHead(pose);
    eyes.forEach((eye, n) => {
      const wink = n === eyes.length - 1 ? pose.wink : 0;
      const to: Vector = [local[0] - eye.at[0], local[1] - eye.at[1], local[2] - eye.at[2]];
      const distance = Math.hypot(...to) || 1;
      const side = Math.max(-0.56, Math.min(0.56, to[0] / distance));
      const up = Math.max(looks.eyes === 'frog' ? -0.32 : -0.5, Math.min(0.5, to[1] / distance));
      eye.gaze = [side, up, -Math.sqrt(1 - side * side - up * up)];
      eye.upper = Math.max(pose.upperLid, wink * 0.7);
      eye.lower = Math.max(pose.lowerLid, wink);
      eye.pupil = pose.pupil;
    });
    for (const { group, side, eye } of brows) {
      const [, b, c] = eye.lump.size;
      group.position = [eye.at[0], eye.at[1] + b * (1.12 + 0.3 * pose.brow), eye.at[2] - c * 0.35];
      group.turn = [0, 0, side * (-0.05 - 0.12 * pose.brow)];
    }
  }

  /** The point the eyes look at, in the head's coordinates. */
  function lookInHead(pose: Pose): Vector {
    let place: Vector = pose.look;
    for (const group of [root, head]) {
      const moved: Vector = [place[0] - group.position[0], place[1] - group.position[1], place[2] - group.position[2]];
      const turned = apply(transposed(rotation(group.turn)), moved);
      place = [turned[0] / group.scale[0], turned[1] / group.scale[1], turned[2] / group.scale[2]];
    }
    return place;
  }

  return { lumps, applyPose, noseAt: [0, skullAt + face.lip[1] + 0.24, face.lip[2] - 0.14] as Vector };
}

function groupAt(position: Vector, parent?: Group): Group {
  return { position, turn: [0, 0, 0], scale: [1, 1, 1], ...(parent ? { parent } : {}) };
}
