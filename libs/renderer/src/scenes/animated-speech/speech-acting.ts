import type { Camera } from '../../stage/camera.ts';
import { backOut, clamp, easeInOut, mix, smooth, within, wobble } from '../../stage/easing.ts';
import type { Vector } from '../../stage/matrix.ts';
import { mouthOf } from '../../stage/mouth.ts';
import type { Random } from '../../stage/random.ts';
import { strengthAt } from '../../stage/timetable.ts';
import type { createSpeaker } from './speaker.ts';
import { type Gesture, gesturesOf } from './speech-gestures.ts';
import type { Story } from './speech-story.ts';

/** Moves the speaker: it jumps up, takes a breath, speaks, swings round, laughs, winks and lets the microphone drop. */
export function createActing(random: Random, speaker: ReturnType<typeof createSpeaker>, story: Story, micSide: number) {
  const { body, head, mic, fist, hand, face, eyes, trunk, clay } = speaker;
  const { hook, line, laugh, enters, turn, wink, best } = story;
  const timetables = [hook, ...line, laugh];
  const mouth = mouthOf(timetables);
  const stressed = [hook, ...line].flatMap(({ syllables }) =>
    syllables.filter((syllable) => syllable.stressed).map(({ opens }) => opens),
  );
  const breaths = [hook, ...line].flatMap((each) => each.breaths);
  const blinks = [hook.until + 0.2, turn - 0.05, (turn + 6) / 2 + random.range(-0.4, 0.4), 6.25]
    .map((at) => at + random.range(-0.05, 0.05))
    .filter((at) => Math.abs(at - best) > 0.4);
  const winkSide = random.pick([0, 1]);
  const sway = random.range(0.9, 1.2);
  const gestures = gesturesOf(random, stressed, story, -micSide);

  function strength(time: number): number {
    return Math.max(0, ...timetables.map((each) => strengthAt(each, time)));
  }

  /** A short push of the head at every stressed syllable. */
  function nod(time: number): number {
    let sum = 0;
    for (const at of stressed) {
      const since = time - at + 0.06;
      if (since > 0 && since < 0.42) sum += Math.sin((since / 0.42) * Math.PI) * (1 - since);
    }
    return Math.min(1, sum);
  }

  function pose(time: number, camera: Camera): void {
    const loud = strength(time);
    const nodding = nod(time);
    const sung = smooth(turn - 0.1, turn + 0.3, time) * (1 - smooth(6.3, 6.8, time));
    const happy = smooth(laugh.from - 0.25, laugh.from + 0.1, time);
    const breath = Math.max(
      0,
      ...breaths.map(({ from, until }) => smooth(from - 0.12, until - 0.04, time) * smooth(until + 0.3, until, time)),
    );
    const beat = Math.sin(time * Math.PI * 2 * sway);
    const chuckle =
      time > laugh.from - 0.05 && time < laugh.until + 0.25 ? Math.abs(Math.sin((time - laugh.from) * 17)) : 0;
    // Out of the stage floor with a jump, stretched on the way up and squashed on landing.
    const jump = within(time, enters, 0.5);
    const rise = (backOut(jump, 1.5) - 1) * 2.3;
    const squash =
      1 - 0.12 * wobble(time - enters - 0.26, 2.6, 6) + 0.14 * Math.sin(Math.PI * Math.min(1, jump * 2)) * (1 - jump);
    const cheer = smooth(wink + 0.12, wink + 0.42, time);
    body.position = [
      0.03 * beat + 0.05 * sung * Math.sin(time * Math.PI * 2),
      rise -
        0.02 +
        0.05 * breath +
        0.035 * chuckle +
        0.03 * sung * Math.abs(Math.sin(time * Math.PI * 2)) +
        0.1 * cheer * Math.abs(Math.sin((time - wink) * 7)),
      -0.1 * sung - 0.06 * nodding,
    ];
    body.scale = [1 / Math.sqrt(squash), squash, 1 / Math.sqrt(squash)];
    body.turn = [
      -0.03 * nodding - 0.04 * happy,
      -micSide * mix(0.16, -0.12, smooth(turn - 0.2, turn + 0.3, time)) + 0.05 * Math.sin(time * 1.3),
      0.025 * beat + 0.05 * sung * Math.sin(time * Math.PI * 2),
    ];
    head.turn = [
      0.07 * breath - 0.11 * nodding + 0.1 * happy + 0.05 * chuckle,
      0.1 * Math.sin(time * 1.1 + 1) + micSide * mix(0.14, -0.1, smooth(turn - 0.25, turn + 0.15, time)),
      0.06 * Math.sin(time * 1.7 + 2) + micSide * 0.09 * sung + 0.1 * micSide * happy - 0.05 * micSide * nodding,
    ];
    head.position = [0, 1.22 + 0.012 * loud, -0.06 - 0.05 * sung];

    const shape = mouth(time);
    face.pose({
      mouth: {
        ...shape,
        open: clamp(
          shape.open * (1 + 0.25 * sung) + 0.22 * breath + 0.3 * happy + 0.5 * (1 - smooth(0.3, 0.7, time)),
          0,
          1.25,
        ),
      },
      smile: clamp(0.35 + 0.3 * sung - 0.2 * breath + 0.7 * happy, 0, 1),
    });
    eyes.pose(glance(time, camera, { nodding, sung, happy, breath }));

    // When the camera is on the microphone's side, the microphone is held lower and farther out, so that the mouth is visible.
    const clear = smooth(turn - 0.15, turn + 0.2, time);
    const high = 0.62 - 0.2 * clear - 0.04 * happy + 0.04 * breath + 0.02 * loud;
    fist.position = [
      micSide * (0.36 + 0.16 * clear + 0.03 * Math.sin(time * 1.9) + 0.4 * cheer) + body.position[0],
      rise + high + 0.62 * cheer + 0.06 * cheer * Math.sin(time * 14),
      -1.0 + 0.08 * clear + 0.2 * cheer + body.position[2],
    ];
    fist.turn = [-0.1 + 0.05 * Math.sin(time * 2.3), 0, micSide * (0.36 + 0.05 * Math.sin(time * 2.1) + 0.12 * happy)];
    // The microphone leaves the fist, turns over and falls out of the picture.
    const falls = Math.max(0, time - wink + 0.04);
    if (falls === 0) mic.position = [...fist.position];
    else mic.position = [heldX(time) + micSide * 0.3 * falls, rise + high + 0.7 * falls - 5.2 * falls * falls, -1.15];
    mic.turn = [fist.turn[0] - 3 * falls, 0, fist.turn[2] + micSide * 5 * falls];
    gesture(time);
    clay.arrange();
  }

  /** Where the microphone is across the picture when it is let go. */
  function heldX(time: number): number {
    return micSide * (0.52 + 0.03 * Math.sin(time * 1.9));
  }

  function glance(
    time: number,
    camera: Camera,
    { nodding, sung, happy, breath }: Record<'nodding' | 'sung' | 'happy' | 'breath', number>,
  ) {
    const distance = Math.hypot(camera.x, camera.z);
    const right = Math.atan2(camera.x, -camera.z) + head.turn[1] + body.turn[1];
    const down = (1.3 - camera.y) / distance + head.turn[0] + body.turn[0];
    const glide = Math.sin(Math.floor(time * 1.9) * 12.9) * 0.03;
    const blink = Math.max(0, ...blinks.map((at) => 1 - Math.abs(time - at) / 0.1));
    const winking = smooth(wink - 0.1, wink, time) * smooth(wink + 0.5, wink + 0.36, time);
    const open = (side: number) =>
      clamp(
        (1 + 0.14 * nodding + 0.1 * breath - 0.16 * happy) *
          (1 - Math.max(blink, side === winkSide ? winking : winking * 0.12)),
        0,
        1.15,
      );
    return {
      look: [clamp(down, -0.4, 0.4), clamp(right, -0.5, 0.5) + glide] as [number, number],
      lids: [open(0), open(1)] as [number, number],
      smile: clamp(0.15 + 0.25 * sung + 0.7 * happy + 0.3 * winking, 0, 1),
      brows: 0.15 + 0.75 * nodding + 0.5 * breath + 0.35 * happy + 0.6 * (1 - smooth(0.5, 0.9, time)),
      slant: 0.35 + 0.35 * sung,
    };
  }

  function gesture(time: number): void {
    const index = gestures.findLastIndex((each) => each.at <= time);
    const to = gestures[Math.max(0, index)] as Gesture;
    const from = gestures[Math.max(0, index - 1)] as Gesture;
    const share = index > 0 ? backOut(within(time, to.at, 0.34), 1.1) : 1;
    const mixed = (a: Vector, b: Vector): Vector => [
      mix(a[0], b[0], share),
      mix(a[1], b[1], share),
      mix(a[2], b[2], share),
    ];
    const place = mixed(from.place, to.place);
    const spin = mixed(from.turn, to.turn);
    const bob = 0.03 * Math.sin(time * 5.1) + 0.05 * nod(time);
    const waving = smooth(laugh.until - 0.1, laugh.until + 0.2, time) * Math.sin(time * 13) * 0.28;
    hand.position = [place[0] + body.position[0], place[1] + bob + body.position[1], place[2] - 0.04 * nod(time)];
    hand.turn = [spin[0], spin[1], spin[2] + waving];
    trunk.pose(easeInOut(clamp(mix(from.points, to.points, share))));
  }

  return { pose, nod, strength };
}
