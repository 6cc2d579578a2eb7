import type { Vector } from '../../stage/matrix.ts';
import type { Random } from '../../stage/random.ts';
import type { Story } from './speech-story.ts';

/** The pose of the free hand from a time on: position, turn, and how much it points. */
export interface Gesture {
  at: number;
  place: Vector;
  turn: Vector;
  points: number;
}

/** The gestures of the free hand: thrown up on entering, then changing with every second stressed syllable. */
export function gesturesOf(
  random: Random,
  stressed: readonly number[],
  { enters, turn, laugh }: Story,
  side: number,
): Gesture[] {
  const palm: Omit<Gesture, 'at'> = {
    place: [side * 0.84, 0.02, -0.66],
    turn: [-0.35, side * 0.3, -side * 0.5],
    points: 0,
  };
  const up: Omit<Gesture, 'at'> = { place: [side * 0.78, 0.42, -0.72], turn: [0.1, 0, -side * 0.12], points: 1 };
  const heart: Omit<Gesture, 'at'> = { place: [side * 0.24, -0.18, -0.6], turn: [0.2, 0, side * 1.1], points: 0 };
  const you: Omit<Gesture, 'at'> = { place: [side * 0.55, 0.12, -1.1], turn: [-1.2, 0, -side * 0.2], points: 1 };
  const wide: Omit<Gesture, 'at'> = {
    place: [side * 0.86, 0.3, -0.5],
    turn: [-0.25, side * 0.3, -side * 0.75],
    points: 0,
  };
  const wave: Omit<Gesture, 'at'> = { place: [side * 0.92, 0.72, -0.5], turn: [0, 0, -side * 0.2], points: 0 };
  const low: Omit<Gesture, 'at'> = { place: [side * 0.8, -0.6, -0.5], turn: [0, 0, -side * 0.9], points: 0 };
  const gestures: Gesture[] = [
    { at: 0, ...low },
    { at: enters + 0.16, place: [side * 0.98, 0.78, -0.4], turn: [0, 0, -side * 0.45], points: 0 },
    { at: enters + 0.7, ...low },
  ];
  const choices = random.chance(0.5) ? [palm, up, heart, you] : [up, palm, you, heart];
  stressed
    .filter((at, index) => index % 2 === 0 && at < laugh.from)
    .forEach((at, index) => {
      const last = gestures.at(-1)?.at ?? 0;
      if (at - 0.2 - last > 0.4)
        gestures.push({ at: at - 0.2, ...(choices[index % choices.length] as Omit<Gesture, 'at'>) });
    });
  const kept = gestures.filter(({ at }) => Math.abs(at - turn) > 0.35);
  return [
    ...kept,
    { at: turn - 0.05, ...wide },
    { at: laugh.from - 0.1, ...heart },
    { at: laugh.until - 0.05, ...wave },
  ].sort((a, b) => a.at - b.at);
}
