import { lookAt, project, projectOnOverlay } from '../../stage/camera.ts';
import { createClay } from '../../stage/clay.ts';
import { blend, colour, oklch, scale, toCss } from '../../stage/colour.ts';
import { plainGrade } from '../../stage/develop.ts';
import { interpolateKeys, smooth } from '../../stage/easing.ts';
import type { Film } from '../../stage/film.ts';
import { drawSparkle } from '../../stage/glints.ts';
import type { Vector } from '../../stage/matrix.ts';
import type { SceneMaker } from '../../stage/scene.ts';
import { softDisc } from '../../stage/soft-shapes.ts';
import { paintStudio } from '../../stage/studio.ts';
import { createCreature } from './creature.ts';
import { drawCreatureLooks } from './creature-looks.ts';
import { scoreCreature } from './creature-score.ts';
import { createStory } from './creature-story.ts';
import { createLawn } from './lawn.ts';
import { createMeadow } from './meadow.ts';

/** A furry creature chases a firefly, misses it, catches it, lets it sit on its nose, and waves while a swarm of them rises. */
export const animatedCharacter: SceneMaker = ({ random, accents }) => {
  const looks = drawCreatureLooks(random.fork('cast'), accents);
  const side = random.pick([-1, 1]);
  const creature = createCreature(looks, -side);
  const meadow = createMeadow(random.fork('meadow'), side, looks.trimHue);
  const lawn = createLawn(random.fork('lawn'), meadow.grass, meadow.glow);
  const story = createStory(random.fork('story'), side, creature.noseAt, looks.build.skull[0] > 0.95);
  const clay = createClay([...creature.lumps, ...meadow.toadstools]);
  const glow = oklch(0.88, 0.15, random.pick([85, 95, 60, 150, 190, 340]));
  const star = random.chance(0.5);
  const swarm = Array.from({ length: 96 }, () => ({
    x: random.range(-1.5, 1.5),
    z: random.range(-1.5, 0.4),
    delay: random.range(0, 0.9),
    pace: random.range(0.5, 1.25),
    sway: random.range(0.1, 0.35),
    phase: random.range(0, 6),
    size: random.range(0.016, 0.044),
  }));
  // Lights very near the lens, at the picture's edges: each is only a blurred disc of colour.
  const nearby = Array.from({ length: 7 }, (_, n) => ({
    x: 0.5 + (n % 2 ? 1 : -1) * random.range(0.3, 0.56),
    y: random.range(0.55, 1.05),
    size: random.range(0.035, 0.085),
    pace: random.range(0.02, 0.05),
    phase: random.range(0, 6),
    tint: n % 3 ? glow : meadow.glow,
  }));
  const orbit = side * random.range(0.85, 1.15);
  const { noseAt } = creature;
  // High ears need space above them.
  const middle =
    noseAt[1] + (looks.topper === 'bunny' ? 0.36 : looks.topper === 'floppy' || looks.topper === 'bear' ? -0.02 : 0.08);
  const stand = looks.topper === 'bunny' ? 1.3 : 1;
  const shots = [
    [0, 0.34 * orbit, 5.3, 1.1, middle - 0.12],
    [1.3, 0.16 * orbit, 6.0, 1.2, middle - 0.2],
    [story.first.start - 0.2, -0.08 * orbit, 6.5, 0.95, middle + 0.0],
    [story.caught, -0.26 * orbit, 6.9, 0.85, middle + 0.45],
    [story.opens + 0.1, -0.16 * orbit, 5.6, 1.5, middle - 0.05],
    [story.burst, 0.02 * orbit, 4.9, 1.65, middle + 0.02],
    [story.waves + 0.3, 0.16 * orbit, 6.6, 1.45, middle - 0.18],
    [8.2, 0.3 * orbit, 5.9, 1.3, middle - 0.12],
  ];

  function cameraAt(time: number) {
    const [yaw, near, height, target] = interpolateKeys(shots, time) as [number, number, number, number];
    const distance = near * stand;
    const from: Vector = [Math.sin(yaw) * distance, height + 0.02 * Math.sin(time * 1.9), -Math.cos(yaw) * distance];
    return {
      camera: lookAt(from, [0.03 * Math.sin(time * 1.3), target, 0], 2.35, 0.012 * Math.sin(time * 0.8)),
      from,
      distance,
    };
  }

  return {
    grade: { ...plainGrade, exposure: 0.76, bloom: 0.28, bloomFrom: 1.2, vignette: 0.34, saturation: 1.06 },
    detail: 0.345,
    posterAt: Math.min(7.6, story.waves + 0.62),
    hook: random.pick(['Psst… look up', 'Did you see that?', 'Wait, what glows?']),
    line: random.pick(['Chase the little things', 'Nearly… nearly…', 'Catch a bit of magic']),
    paint(film, time) {
      const { camera, from, distance } = cameraAt(time);
      creature.applyPose(story.poseAt(time, from));
      clay.arrange();
      const { at, bright } = story.spark(time);
      const merry = smooth(story.burst, story.burst + 0.8, time);
      meadow.prepare(camera, film.height / film.width, time, merry);
      const lamps = meadow.withLantern({ at, colour: scale(glow, 1.7 * bright), reach: 0.5 });
      paintStudio(film, camera, {
        clay,
        lamps,
        backdrop: meadow.backdrop,
        floor: meadow.floor,
        floorFade: meadow.floorFade,
        fluffy: true,
      });
      lawn.paint(film, camera, clay, lamps, distance, time);
      shine(film, time);
    },
    overlay(pen, time) {
      const { at, bright } = story.spark(time);
      const { x, y, depth } = projectOnOverlay(cameraAt(time).camera, ...at);
      if (star) drawSparkle(pen, x, y, (290 * bright) / depth, 0.9, toCss(blend(glow, colour(1, 1, 1), 0.7)));
      const since = time - story.burst;
      if (since > 0 && since < 0.8)
        for (let n = 0; n < 10; n++) {
          const angle = (n / 10) * Math.PI * 2 + 0.3;
          const reach = 120 + 420 * (1 - (1 - since / 0.8) ** 3);
          drawSparkle(
            pen,
            x + Math.cos(angle) * reach,
            y + Math.sin(angle) * reach,
            30 - 26 * since,
            1 - since / 0.8,
            toCss(blend(glow, colour(1, 1, 1), 0.5)),
          );
        }
    },
    score: (sound) => scoreCreature(sound, random.fork('score'), story, side),
  };

  /** Draws the firefly with its trail and, after the burst, the swarm that rises from the grass. */
  function shine(film: Film, time: number): void {
    const { camera } = cameraAt(time);
    const lay = (at: Vector, size: number, strength: number, soft: number) => {
      const spot = project(camera, ...at);
      if (spot.depth < 0.4) return;
      const unit = (camera.focal * film.height) / (2 * spot.depth);
      const [x, y] = [film.width / 2 + spot.x * film.height, film.height / 2 + spot.y * film.height];
      softDisc(film, x, y, size * unit, Math.max(0.7, soft * size * unit), scale(glow, strength), 1, 0, true);
    };
    for (let n = 13; n > 0; n--) {
      const { at } = story.spark(time - n * 0.024);
      lay(at, 0.042 * (1 - n / 15), 0.9 * (1 - n / 14), 0.9);
    }
    const { at, bright } = story.spark(time);
    lay(at, 0.26, 0.16 * bright, 0.98);
    lay(at, 0.1, 0.5 * bright, 0.95);
    lay(at, 0.048, 5 * bright, 0.5);
    for (const { x, y, size, pace, phase, tint } of nearby) {
      const strength = 0.1 + 0.06 * Math.sin(time * 1.1 + phase);
      const rise = y - pace * time;
      const wide = size * film.height;
      const across = x + 0.02 * Math.sin(time * 0.6 + phase);
      softDisc(film, across * film.width, rise * film.height, wide, wide * 0.12, tint, strength, 0.4, true);
    }
    for (const { x, z, delay, pace, sway, phase, size } of swarm) {
      const since = time - story.burst - delay;
      if (since < 0) continue;
      const twinkle = 0.6 + 0.4 * Math.sin(time * 6 + phase);
      const place: Vector = [x + sway * Math.sin(since * 2.4 + phase), 0.08 + since * pace + 0.25 * since * since, z];
      lay(place, size, 2.6 * twinkle * smooth(0, 0.3, since), 0.6);
    }
  }
};
