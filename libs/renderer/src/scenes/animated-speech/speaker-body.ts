import type { Group, Lump } from '../../stage/lump.ts';
import { apply, rotation, type Vector } from '../../stage/matrix.ts';
import type { Looks } from './speaker-looks.ts';
import { GRIP } from './speaker-props.ts';
import { elbowOf, groupAt, stretch } from './speaker-rig.ts';

const UPPER = 0.66;
const FORE = 0.62;

/** Trunk, shoulders and arms; one hand holds the microphone, the other is free. */
export function createBody(body: Group, fist: Group, looks: Looks, micSide: number) {
  const { shirt, inner, skin } = looks.materials;
  // The stripes run round the trunk and the arms. The shoulders have none: there they would be vertical.
  const { pattern: _stripes, ...plain } = shirt;
  const yoke = looks.clothes === 'stripes' ? plain : shirt;
  const reach = 0.56 * looks.shoulders;
  const lumps: Lump[] = [
    {
      kind: 'rod',
      at: [0, -0.08, 0.08],
      size: [0.26, reach, 0.26],
      turn: [0, 0, Math.PI / 2],
      material: yoke,
      group: body,
    },
    {
      kind: 'box',
      at: [0, -0.66, 0.1],
      size: [0.6 * looks.shoulders, 0.74, 0.36],
      round: 0.34,
      material: shirt,
      blend: 0.07,
      group: body,
    },
    { kind: 'can', at: [0, 0.38, 0.04], size: [0.2, 0.28, 0], round: 0.08, material: skin, group: body },
  ];
  if (looks.clothes === 'knit')
    lumps.push({
      kind: 'can',
      at: [0, 0.27, 0.05],
      size: [0.29, 0.13, 0],
      round: 0.1,
      material: shirt,
      blend: 0.07,
      group: body,
    });
  else
    lumps.push({
      kind: 'ring',
      at: [0, 0.2, 0.03],
      size: [0.25, 0.055, 0],
      turn: [-0.18, 0, 0],
      material: looks.clothes === 'stripes' ? inner : shirt,
      blend: 0.03,
      group: body,
    });
  if (looks.clothes === 'hoodie') {
    lumps.push({
      kind: 'ring',
      at: [0, 0.2, 0.2],
      size: [0.34, 0.14, 0],
      turn: [0.35, 0, 0],
      material: shirt,
      blend: 0.06,
      group: body,
    });
    for (const side of [-1, 1])
      lumps.push({
        kind: 'rod',
        at: [side * 0.12, -0.16, -0.26],
        size: [0.022, 0.2, 0.022],
        turn: [-0.12, 0, side * 0.06],
        material: inner,
        group: body,
      });
  }
  if (looks.clothes === 'jacket') {
    lumps.push({
      kind: 'box',
      at: [0, -0.62, -0.04],
      size: [0.17, 0.68, 0.24],
      round: 0.1,
      material: inner,
      group: body,
    });
    for (const side of [-1, 1])
      lumps.push({
        kind: 'rod',
        at: [side * 0.19, -0.14, -0.2],
        size: [0.03, 0.3, 0.09],
        turn: [-0.25, 0, side * -0.22],
        material: shirt,
        blend: 0.04,
        group: body,
      });
  }
  const arms = [micSide, -micSide].map((side) => {
    const upper: Lump = { kind: 'rod', at: [0, 0, 0], size: [0.2, UPPER / 2, 0.16], material: shirt };
    const fore: Lump = { kind: 'rod', at: [0, 0, 0], size: [0.16, FORE / 2, 0.11], material: shirt, blend: 0.04 };
    const cuff: Lump = {
      kind: 'rod',
      at: [0, 0, 0],
      size: [0.125, 0.03, 0.125],
      material: looks.clothes === 'stripes' ? inner : shirt,
      blend: 0.02,
    };
    return { side, upper, fore, cuff };
  });
  lumps.push(...arms.flatMap(({ upper, fore, cuff }) => [upper, fore, cuff]));
  const hand = groupAt([0, 0, 0]);
  const palm: Lump = { kind: 'ball', at: [0, 0.02, 0], size: [0.13, 0.15, 0.085], material: skin, group: hand };
  const fingers = [0, 1, 2, 3].map(
    (): Lump => ({ kind: 'rod', at: [0, 0, 0], size: [0.05, 0.1, 0.042], material: skin, blend: 0.025, group: hand }),
  );
  const thumb: Lump = {
    kind: 'rod',
    at: [0, 0, 0],
    size: [0.05, 0.1, 0.043],
    material: skin,
    blend: 0.03,
    group: hand,
  };
  lumps.push(palm, ...fingers, thumb);

  /** `points`: 0 is an open hand, 1 a pointing finger. The free hand's position and turn are set on its group. */
  function pose(points: number): void {
    const spin = rotation(body.turn);
    const fistSpin = rotation(fist.turn);
    for (const [index, { side, upper, fore, cuff }] of arms.entries()) {
      const socket = apply(spin, [side * (reach + 0.06), -0.06, 0.06]);
      const shoulder: Vector = [
        socket[0] + body.position[0],
        socket[1] + body.position[1],
        socket[2] + body.position[2],
      ];
      const wrist =
        index === 0
          ? placeIn(fist, fistSpin, [side * 0.13, (GRIP[1] ?? 0) - 0.14, 0.12])
          : placeIn(hand, rotation(hand.turn), [0, -0.13, 0.01]);
      const elbow = elbowOf(shoulder, wrist, UPPER, FORE, [side * 0.75, -0.8, 0.15]);
      // The forearm is the thicker one at the elbow: with equal surfaces, the visible one would change from pixel to pixel.
      stretch(upper, shoulder, elbow, 0.205, 0.148);
      stretch(fore, elbow, wrist, 0.165, 0.115);
      const back: Vector = [
        wrist[0] + (elbow[0] - wrist[0]) * 0.1,
        wrist[1] + (elbow[1] - wrist[1]) * 0.1,
        wrist[2] + (elbow[2] - wrist[2]) * 0.1,
      ];
      stretch(cuff, back, wrist, 0.135);
    }
    const free = -micSide;
    fingers.forEach((finger, index) => {
      const x = free * (index - 1.5) * 0.068;
      const long = (index === 1 || index === 2 ? 0.23 : 0.19) * (index === 0 ? 1 : 1 - 0.75 * points);
      stretch(finger, [x, 0.1, 0], [x * 1.35, 0.1 + long, -0.03 - (index === 0 ? 0 : 0.09 * points)], 0.047, 0.04);
    });
    stretch(
      thumb,
      [-free * 0.09, 0.02, -0.02],
      [-free * (0.2 - 0.1 * points), 0.12 + 0.02 * points, -0.05 - 0.06 * points],
      0.05,
      0.042,
    );
  }
  return { lumps, hand, pose };
}

function placeIn(group: Group, spin: ReturnType<typeof rotation>, local: Vector): Vector {
  const turned = apply(spin, local);
  return [turned[0] + group.position[0], turned[1] + group.position[1], turned[2] + group.position[2]];
}
