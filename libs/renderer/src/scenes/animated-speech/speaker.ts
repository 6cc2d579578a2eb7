import { createClay } from '../../stage/clay.ts';
import type { Colour } from '../../stage/colour.ts';
import type { Random } from '../../stage/random.ts';
import { createBody } from './speaker-body.ts';
import { createEyes } from './speaker-eyes.ts';
import { createFace } from './speaker-face.ts';
import { hairOf } from './speaker-hair.ts';
import { drawLooks } from './speaker-looks.ts';
import { accessoriesOf, microphone } from './speaker-props.ts';
import { groupAt } from './speaker-rig.ts';

/** A felt puppet with a microphone. `micSide` is the side of the hand that holds it: -1 left in the picture, 1 right. */
export function createSpeaker(random: Random, accents: readonly Colour[], micSide: number) {
  const looks = drawLooks(random, accents);
  const body = groupAt([0, 0, 0]);
  const head = groupAt([0, 1.22, -0.06], body);
  const mic = groupAt([0, 0, 0]);
  const fist = groupAt([0, 0, 0]);
  const face = createFace(head, looks);
  const eyes = createEyes(head, looks);
  const trunk = createBody(body, fist, looks, micSide);
  // The mouth is carved out of every lump listed before it, so the face is listed first.
  const clay = createClay([
    ...face.lumps,
    ...eyes.lumps,
    ...hairOf(head, looks, random),
    ...accessoriesOf(head, looks),
    ...trunk.lumps,
    ...microphone(mic, fist, looks, micSide),
  ]);
  return { clay, looks, body, head, mic, fist, hand: trunk.hand, face, eyes, trunk };
}
