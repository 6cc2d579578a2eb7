import { type Camera, lookAt, unit } from '../../stage/camera.ts';
import { type Colour, colour, scale, toCss } from '../../stage/colour.ts';
import { plainGrade } from '../../stage/develop.ts';
import { backOut, easeOut, mix, smooth, within } from '../../stage/easing.ts';
import type { SceneMaker } from '../../stage/scene.ts';
import { paintStudio } from '../../stage/studio.ts';
import { createConfetti } from './confetti.ts';
import { createSpeaker } from './speaker.ts';
import { createActing } from './speech-acting.ts';
import { createBackdrop, lampColours, WALL_Z } from './speech-backdrop.ts';
import { playStory } from './speech-score.ts';
import { storyOf } from './speech-story.ts';

const HEAD = 1.22;

/**
 * A felt puppet jumps up into the spotlight, says the words, sings them while the camera swings round, laughs in a shower of
 * confetti and lets the microphone drop.
 */
export const animatedSpeech: SceneMaker = ({ random, accents, words }) => {
  const micSide = random.pick([-1, 1]);
  const speaker = createSpeaker(random.fork('looks'), accents, micSide);
  const { looks, clay } = speaker;
  const hook = random.pick(['Okay, listen…', 'Hear me out', 'Quick story', 'Guess what']);
  const own = random.pick([
    'Say it like you mean it',
    'Turn the volume up',
    'This one’s for you',
    'Good things take a little time',
  ]);
  const throat = looks.shoulders < 0.95 ? random.range(1.12, 1.2) : random.range(0.96, 1.04);
  const story = storyOf(random.fork('story'), hook, words ?? own, throat);
  const acting = createActing(random.fork('acting'), speaker, story, micSide);
  const { turn, laugh } = story;
  const backdrop = createBackdrop(random.fork('wall'), looks.hue, turn);
  const { first, second, third } = backdrop.later;
  const confetti = createConfetti(
    random.fork('confetti'),
    [first, second, third, colour(1, 0.72, 0.2)].map((tint) => toCss(tint)),
  );
  const tall = looks.hair === 'afro' || looks.hair === 'bun' || looks.hat !== 'none' ? 0.2 : 0.08;
  const swing = random.range(0.2, 0.34);
  const drift = random.range(0, 6);

  function cameraAt(time: number): Camera {
    const opening = easeOut(within(time, 0, 0.75), 4);
    const turned = backOut(within(time, turn - 0.12, 0.62), 0.9);
    const closing = smooth(6.1, 7.4, time);
    const distance = mix(mix(mix(5.3, 5.75, opening), 5.15, turned), 6.1, closing) - 0.07 * time * (1 - closing) * 0.5;
    const angle =
      micSide * mix(mix(-0.3, -swing, opening), swing * 0.9, turned) * (1 - 0.55 * closing) +
      0.03 * Math.sin(time * 0.8 + drift);
    const height = mix(mix(1.0, 1.25, opening), 1.05, turned) + 0.25 * closing;
    return lookAt(
      [Math.sin(angle) * distance, height, -Math.cos(angle) * distance],
      [0, mix(1.0, 1.14 + tall, opening) + 0.12 * closing, 0],
      2.5,
      micSide *
        (0.03 * Math.sin(time * 0.6 + drift) +
          0.05 * (1 - opening) -
          0.045 * smooth(turn - 0.1, turn + 0.3, time) * (1 - closing)),
    );
  }

  const spoken = { hook: story.hook, line: story.line };
  return {
    grade: {
      ...plainGrade,
      exposure: 0.94,
      bloom: 0.3,
      bloomFrom: 1,
      vignette: 0.36,
      saturation: 1.06,
      grain: 4,
      print: { dark: colour(0.96, 0.99, 1.06), light: colour(1.03, 1, 0.95) },
    },
    detail: 0.32,
    posterAt: story.best,
    hook,
    line: own,
    spoken,
    paint(film, time) {
      const camera = cameraAt(time);
      acting.pose(time, camera);
      const changed = smooth(turn, turn + 0.35, time);
      const spot = 0.45 + 0.55 * smooth(story.enters + 0.26, story.enters + 0.36, time);
      const party = smooth(laugh.from - 0.1, laugh.from + 0.5, time);
      const [old, fresh] = [lampColours(backdrop.tones), lampColours(backdrop.later)];
      const both = (pick: (lamps: typeof old) => Colour): Colour => {
        const [a, b] = [pick(old), pick(fresh)];
        return { r: mix(a.r, b.r, changed), g: mix(a.g, b.g, changed), b: mix(a.b, b.b, changed) };
      };
      const side = micSide * mix(1, -1, smooth(turn - 0.1, turn + 0.4, time));
      const pulses = Array.from({ length: 64 }, (_, step) =>
        Math.max(acting.nod(time - step * 0.02), 0.5 * acting.strength(time - step * 0.02)),
      );
      const pulse = (ago: number): number => pulses[Math.min(63, Math.round(ago * 50))] ?? 0;
      paintStudio(film, camera, {
        clay,
        lamps: {
          key: unit([-0.45 * side, 0.6, -0.75]),
          keyColour: scale(
            both((lamps) => lamps.keyColour),
            spot,
          ),
          sky: both((lamps) => lamps.sky),
          ground: both((lamps) => lamps.ground),
          rim: unit([0.75 * side, 0.3, 0.6]),
          rimColour: both((lamps) => lamps.rimColour),
          hardness: 7,
        },
        fluffy: true,
        backdrop(dx, dy, dz, light) {
          const far = (WALL_Z - camera.z) / Math.max(0.05, dz);
          backdrop.wall(camera.x + dx * far, camera.y + dy * far - HEAD, time, pulse, spot, party, light);
        },
      });
    },
    overlay(pen, time) {
      confetti(pen, time - laugh.from);
    },
    score(sound) {
      playStory(sound, story, random.fork('score'));
    },
  };
};
