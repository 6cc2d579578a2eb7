import { type Camera, lookAt } from '../../stage/camera.ts';
import { createClayPieces } from '../../stage/clay-pieces.ts';
import { colour, hueOf } from '../../stage/colour.ts';
import { plainGrade } from '../../stage/develop.ts';
import { backOut, easeInOut, mix, smooth, within } from '../../stage/easing.ts';
import { expose } from '../../stage/expose.ts';
import type { SceneMaker } from '../../stage/scene.ts';
import { createAir } from './room-air.ts';
import { createBox } from './room-box.ts';
import { createCat } from './room-cat.ts';
import { createKit } from './room-kit.ts';
import { createRoomLight, type RoomMoment } from './room-light.ts';
import { drawRoom } from './room-look.ts';
import { choreograph, planRoom } from './room-plan.ts';
import { chooseSet } from './room-sets.ts';
import { scoreRoom } from './room-sound.ts';
import { roomTrace } from './room-trace.ts';
import { createWindow } from './room-window.ts';

/** A shaking box in a sunlit room bursts; furniture floats in the air and lands in its place; a cat moves in. */
export const roomReveal: SceneMaker = ({ random, accents }) => {
  const hue = accents[0] ? hueOf(accents[0]) : random.range(0, 360);
  const look = drawRoom(random.fork('look'), hue, accents[1]);
  const plan = planRoom(random.fork('plan'));
  const kit = createKit(random.fork('kit'), look);
  const set = chooseSet(random.fork('set'), kit, look);
  const { lumps, pieces, pose: poseFurniture } = choreograph(random.fork('flight'), set, plan);
  const box = createBox(random.fork('box'), look.main, plan.burst);
  const cat = createCat(random.fork('cat'), set.perch, look.m, plan.cat);
  const clay = createClayPieces([...lumps, box.lumps, box.lidLumps, cat.lumps]);
  const window = createWindow(look);
  const light = createRoomLight(look, window, set.lampAt);
  const air = createAir(random.fork('air'), look, [
    look.main,
    look.spice,
    colour(0.95, 0.9, 0.82),
    colour(0.9, 0.62, 0.2),
  ]);
  const side = random.pick([-1, 1]);
  const low = random.range(0.75, 1.25);
  const { burst, settles } = plan;

  function cameraAt(time: number): Camera {
    const since = time - burst;
    const shake = since > 0 ? Math.exp(-since * 4) * 0.09 : 0;
    const creep = smooth(-0.3, burst, time);
    const back = since > 0 ? backOut(within(since, 0, 0.6), 0.8) : 0;
    const settle = easeInOut(within(time, settles, 2));
    const end = smooth(settles + 1, 8.4, time);
    const near = mix(-3.9, -3.15, creep);
    const drift = side * (0.55 * Math.sin((time - burst) * 0.5) * back + 0.5 * (1 - back) * (1 - creep * 0.7));
    return lookAt(
      [
        drift * (1 - 0.5 * end) + shake * Math.sin(time * 60),
        mix(low, mix(1.95, 1.75, settle), back) + shake * Math.cos(time * 53),
        mix(near, mix(-6.35, mix(-6.5, -5.9, end), settle), back),
      ],
      [mix(0, set.perch[0] * 0.22, end), mix(0.85, mix(1.9, 1.6, settle), back), 0.6],
      2.05,
      0.02 * Math.sin(time * 0.7) + 0.015 * side * back,
    );
  }

  return {
    grade: { ...plainGrade, exposure: 0.95, bloom: 0.34, bloomFrom: 1.15, vignette: 0.34, saturation: 1.1 },
    detail: 0.385,
    posterAt: Math.min(burst + 1.55, settles - 0.1),
    hook: random.pick(['Do not open.', 'What’s inside?', 'Three… two… one…', 'One box. One room.']),
    line: random.pick(set.words),
    paint(film, time) {
      poseFurniture(time);
      box.pose(time);
      cat.pose(time);
      const lamp = smooth(plan.lamp, plan.lamp + 0.12, time) * (0.94 + 0.06 * Math.sin(time * 2.2));
      kit.shade.glow = 1.1 * lamp;
      kit.bulb.glow = 4 * lamp;
      clay.arrange();
      const moment: RoomMoment = {
        rug: backOut(within(time, settles + 0.15, 0.5), 0.9),
        drawn: backOut(within(time, plan.curtains, 0.75), 0.6),
        lamp,
        glow: box.glowAt(time),
        glowAt: time > burst ? [0, 0.9 + 0.9 * smooth(burst, burst + 0.6, time), 0.1] : box.mouth,
        time,
      };
      const camera = cameraAt(time);
      expose(film, camera, roomTrace(camera, clay, look, window, light, moment));
    },
    overlay(pen, time) {
      air(pen, cameraAt(time), time, time - burst);
    },
    score(sound) {
      scoreRoom(sound, random.fork('sound'), plan, box.hops, pieces, cat.lands);
    },
  };
};
