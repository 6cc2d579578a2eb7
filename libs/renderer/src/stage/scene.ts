import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Colour } from './colour.ts';
import type { Grade } from './develop.ts';
import type { Film } from './film.ts';
import type { Random } from './random.ts';
import type { Sound } from './sound.ts';
import type { Timetable } from './timetable.ts';

/** The input of a scene. */
export interface SceneBrief {
  /** A new generator for each scene; all choices are drawn from it. */
  random: Random;
  /** The brand's colours, strongest first; may be empty. */
  accents: Colour[];
  /** The creator's line, ready to be shown; null for the scene's own line. */
  words: string | null;
}

/** Picture and sound of one style. Times are story times: 0 to 8, whatever the clip's length. */
export interface Scene {
  grade: Grade;
  /** Width of the film as a share of the picture's width; the film is traced at this size and then enlarged. */
  detail: number;
  /** Story time of the poster. */
  posterAt: number;
  /** The first caption. */
  hook: string;
  /** The caption in the middle, when the creator wrote no notes. */
  line: string;
  /** Timetables of a spoken hook and line: the captions follow them word by word. The line may be said more than once. */
  spoken?: { hook: Timetable; line: readonly Timetable[] };
  /** Paints the frame at a time in linear light. */
  paint(film: Film, time: number, frame: number): void;
  /** Draws sharp details over the enlarged film, in 1080x1920 coordinates. */
  overlay?(pen: SKRSContext2D, time: number): void;
  score(sound: Sound): void;
}

export type SceneMaker = (brief: SceneBrief) => Scene;
