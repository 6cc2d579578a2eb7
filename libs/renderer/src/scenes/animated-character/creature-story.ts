import { clamp, easeInOut, interpolateKeys, mix, smooth, within, wobble } from '../../stage/easing.ts';
import type { Vector } from '../../stage/matrix.ts';
import type { Random } from '../../stage/random.ts';
import type { Pose } from './creature.ts';

/** The timing of the story: a light flies by, is chased, missed, caught and set free. `wide`: the arms cannot pass the head. */
export function createStory(random: Random, side: number, noseAt: Vector, wide: boolean) {
  const opening = random.pick(['sneak', 'sleep', 'turn'] as const);
  const shift = random.range(-0.18, 0.18);
  const notice = 1.15 + shift * 0.5;
  const first = { start: 2.85 + shift, air: 0.52, height: random.range(0.5, 0.65) };
  const landed = first.start + first.air;
  const second = { start: landed + random.range(0.52, 0.66), air: 0.64, height: random.range(0.9, 1.05) };
  const caught = second.start + second.air * 0.48;
  const down = second.start + second.air;
  const opens = down + 0.3;
  const nose = opens + 0.42;
  const burst = nose + random.range(0.85, 0.95);
  const waves = burst + 0.5;
  const waving = random.pick([0, 1]);
  const spins = random.chance(0.5);
  const up = noseAt[1];
  const flight = [
    [-0.6, 1.5 * side, up + 1.1, -2.2],
    [0.0, 0.95 * side, up + 0.55, -2.0],
    [0.6, 0.1 * side, up - 0.1, -1.9],
    [
      notice,
      opening === 'sleep' ? noseAt[0] : -0.75 * side,
      opening === 'sleep' ? up + 0.12 : up + 0.35,
      opening === 'sleep' ? noseAt[2] - 0.12 : -1.3,
    ],
    [1.75 + shift, -0.95 * side, up + 0.55, -0.9],
    [2.3 + shift, 0.85 * side, up + 0.45, -1.1],
    [first.start, 0.15 * side, up + 1.1, -0.8],
    [first.start + 0.24, -0.6 * side, up + 1.25, -0.75],
    [landed + 0.1, -0.75 * side, up + 0.8, -0.9],
    [second.start, 0.12 * side, up + 1.25, -0.72],
    [caught, 0, up + second.height + 0.35, -0.75],
  ];

  function spark(time: number): { at: Vector; bright: number } {
    const [x, y, z] = interpolateKeys(flight, Math.min(time, caught)) as Vector;
    const buzz = time < caught ? 1 : 0;
    let at: Vector = [x + 0.05 * buzz * Math.sin(time * 9), y + 0.06 * buzz * Math.sin(time * 12.7 + 1), z];
    if (time > caught) {
      const root = rootAt(time);
      const hands: Vector = [
        root[0],
        root[1] + up - 0.55 * smooth(caught, down, time) + 0.3 * (1 - smooth(caught, down, time)),
        noseAt[2] - 0.38,
      ];
      const risen = easeInOut(within(time, opens, nose - opens));
      const perch: Vector = [0, up + 0.07 + 0.02 * Math.sin(time * 5), noseAt[2] - 0.1];
      at = [
        mix(hands[0], perch[0], risen) + 0.22 * side * Math.sin(risen * Math.PI),
        mix(hands[1], perch[1], risen),
        mix(hands[2], perch[2], risen) - 0.2 * Math.sin(risen * Math.PI),
      ];
      const distance = Math.max(0, time - burst);
      at = [
        at[0] + side * 0.9 * Math.sin(distance * 2.2) * Math.min(1, distance),
        at[1] + 0.75 * distance - 0.14 * distance * distance,
        at[2] - 0.35 * Math.min(1, distance),
      ];
    }
    const held = smooth(caught, caught + 0.15, time) * (1 - smooth(opens, opens + 0.25, time));
    const pulse = 1 + 0.18 * Math.sin(time * 8);
    return { at, bright: pulse * (1 - 0.45 * held) * (1 + 1.4 * Math.exp(-Math.abs(time - burst) * 7)) };
  }

  function leap(time: number, { start, air, height }: typeof first): { y: number; stretch: number } {
    const share = (time - start) / air;
    if (share <= 0) {
      const gather = smooth(start - 0.42, start - 0.1, time) * (1 - smooth(start - 0.07, start, time));
      return { y: 0, stretch: -0.2 * gather + 0.2 * smooth(start - 0.07, start, time) };
    }
    if (share < 1) return { y: 4 * height * share * (1 - share), stretch: 0.2 * Math.abs(share * 2 - 1) ** 1.5 - 0.03 };
    const since = time - start - air;
    return { y: 0, stretch: since < 1.2 ? 0.17 * Math.exp(-since * 30) - 0.25 * wobble(since, 2.2, 5.2) : 0 };
  }

  function rootAt(time: number): Vector {
    const hops = [first, second].map((jump) => leap(time, jump).y);
    const enter = opening === 'sneak' ? easeInOut(within(time, 0.15, 1.1)) : 1;
    const steps = opening === 'sneak' ? Math.abs(Math.sin(enter * Math.PI * 3)) * 0.1 * smooth(1, 0.9, enter) : 0;
    const startle = opening === 'sneak' ? 0 : 0.16 * Math.max(0, Math.sin(within(time, notice, 0.34) * Math.PI));
    const joy = 0.2 * Math.abs(Math.sin(within(time, burst + 0.05, 0.9) * Math.PI * 2));
    return [mix(0.8 * side, 0, enter), (hops[0] ?? 0) + (hops[1] ?? 0) + steps + startle + joy, 0];
  }

  function poseAt(time: number, camera: Vector): Pose {
    const { at: light } = spark(time);
    const { at: late } = spark(Math.max(-0.5, time - 0.13));
    const asleep = opening === 'sleep' ? 1 - smooth(notice - 0.02, notice + 0.1, time) : 0;
    const enter = opening === 'sneak' ? easeInOut(within(time, 0.15, 1.1)) : 1;
    const turned = opening === 'turn' ? 1 - smooth(notice - 0.05, notice + 0.3, time) : 0;
    const watching = smooth(waves - 0.1, waves + 0.25, time);
    const hop = leap(time, first);
    const jump = leap(time, second);
    const crouch = Math.max(
      smooth(first.start - 0.45, first.start - 0.15, time) * (1 - smooth(first.start - 0.05, first.start, time)),
      smooth(second.start - 0.35, second.start - 0.12, time) * (1 - smooth(second.start - 0.05, second.start, time)),
    );
    const flying = Math.max(
      smooth(first.start - 0.03, first.start + 0.12, time) * (1 - smooth(landed - 0.1, landed + 0.12, time)),
      smooth(second.start - 0.03, second.start + 0.12, time) * (1 - smooth(caught + 0.1, down, time)),
    );
    const holding = smooth(caught + 0.05, down, time) * (1 - smooth(opens + 0.1, nose, time));
    const perched = smooth(opens + 0.25, nose, time) * (1 - smooth(burst, burst + 0.15, time));
    const gasp = Math.max(
      smooth(notice, notice + 0.12, time) * (1 - smooth(notice + 0.5, notice + 0.8, time)),
      smooth(nose - 0.1, nose + 0.08, time) * (1 - smooth(nose + 0.3, nose + 0.5, time)),
    );
    const joy = smooth(burst - 0.02, burst + 0.12, time) * (1 - smooth(waves + 0.35, waves + 0.55, time));
    const smiling = Math.max(smooth(nose + 0.25, nose + 0.5, time), 0.3 * smooth(1.6, 2, time));
    const wave = smooth(waves, waves + 0.3, time);
    const wiggle = crouch * Math.sin(time * 26);
    const swing = wave * (1.0 - 0.5 * smooth(7.5, 8, time)) * Math.sin(time * 12);
    const root = rootAt(time);
    const toLight = Math.atan2(late[0] - root[0], -late[2] + 0.3);
    const lift = Math.atan2(late[1] - up - root[1], 1.4);
    const follow = (1 - asleep) * (1 - watching) * (1 - 0.9 * perched);
    const breath = (0.012 + 0.035 * asleep) * Math.sin(time * (asleep > 0.5 ? 4.2 : 3.2));
    const blink = Math.max(
      ...[1.95 + shift, landed + 0.22, opens + 0.15, 7.1].map((moment) => smooth(0.11, 0.03, Math.abs(time - moment))),
    );
    const arm = (n: number): Vector => {
      const waver = n === waving ? wave : 0;
      const cheer = joy * (1 - waver);
      const idle = 0.12 * Math.sin(time * 2.1 + n) * (1 - flying);
      const sneaking =
        opening === 'sneak' ? (1 - smooth(1.2, 1.5, time)) * (1.1 + 0.25 * Math.sin(time * 12 + n * 3)) : 0;
      return [
        sneaking +
          gasp * 0.9 +
          flying * 2.5 -
          crouch * 0.9 +
          holding * 1.35 +
          perched * (1 - gasp) * 1.15 +
          waver * (wide ? 0.15 : 0.55),
        idle +
          gasp * 0.2 +
          flying * 0.25 +
          crouch * 0.5 +
          cheer * 2.0 +
          waver * (2.15 + 0.42 * swing) +
          wave * (n === waving ? 0 : 0.1),
        0.15 * flying + holding * 0.55 + perched * 0.35 + gasp * 0.2,
      ];
    };
    const spin = spins ? easeInOut(within(time, burst + 0.05, 0.85)) * Math.PI * 2 * side : 0;
    return {
      at: root,
      yaw: side * (0.75 * turned + 0.55 * (1 - enter)) - 0.35 * toLight * follow + 0.05 * wiggle + spin,
      pitch: -0.1 * crouch - 0.08 * asleep,
      roll: side * -0.22 * (1 - enter) + 0.07 * wiggle + 0.04 * Math.sin(time * 1.3) + 0.05 * swing,
      stretch: hop.stretch + jump.stretch + breath + 0.07 * gasp - 0.12 * wobble(time - burst - 0.5, 2.4, 5),
      head: [
        clamp(lift * 0.55, -0.25, 0.5) * follow - 0.3 * asleep + 0.06 * breath - 0.1 * perched + 0.06 * watching,
        -0.45 * clamp(toLight, -0.8, 0.8) * follow + 0.2 * side * turned,
        0.06 * Math.sin(time * 1.7) + 0.14 * watching * side + 0.12 * wiggle * 0.3 + 0.1 * asleep * side,
      ],
      look: watching > 0.5 ? camera : light,
      upperLid: clamp(Math.max(asleep, blink, 0.62 * joy, 0.1 - 0.14 * gasp)),
      lowerLid: clamp(joy + 0.18 * smiling * (1 - gasp)),
      pupil: 1 + 0.22 * perched + 0.15 * smooth(waves, waves + 0.4, time) - 0.2 * gasp * (1 - perched),
      brow: clamp(0.9 * gasp + 0.6 * joy + 0.5 * perched + 0.35 * flying - 0.5 * crouch, -0.6, 1),
      mouth: clamp(
        0.55 * gasp +
          0.5 * flying +
          0.85 * joy +
          0.62 * perched * (1 - gasp) +
          0.5 * wave * (0.7 + 0.3 * Math.sin(time * 7)) -
          0.0 * asleep,
        0,
        1,
      ),
      smile: clamp(0.35 + smiling * 0.75 - gasp * 0.55 - crouch * 0.3),
      armLeft: arm(0),
      armRight: arm(1),
      wink: smooth(7.35, 7.43, time) * (1 - smooth(7.6, 7.7, time)),
      ears:
        clamp(0.7 * gasp + 0.35 * smooth(1.2, 1.4, time) + joy * 0.4 - 0.5 * crouch - 0.5 * asleep) -
        1.1 * (hop.y > 0 || jump.y > 0 ? Math.sin(flying * 3) * 0.3 : 0),
      tail: 0.35 * Math.sin(time * (joy > 0.3 || perched > 0.5 ? 14 : 4.4)),
    };
  }

  return { opening, notice, first, landed, second, caught, down, opens, nose, burst, waves, spark, poseAt };
}
