import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Colour } from './colour.ts';
import type { Grade } from './develop.ts';
import type { Film } from './film.ts';
import type { Random } from './random.ts';
import type { Sound } from './sound.ts';
import type { Timetable } from './timetable.ts';

/** What a scene may know about the clip it is for. */
export interface SceneBrief {
  /** Fresh for each scene; every choice is drawn from it. */
  random: Random;
  /** The brand's colours, strongest first; may be empty. */
  accents: Colour[];
  /** What the creator wants said, ready to be shown; null when the scene's own line is to be said. */
  words: string | null;
}

/** One style's picture and sound. Time is the story's: it runs from 0 to 8 whatever the clip's length. */
export interface Scene {
  grade: Grade;
  /** Width of the film as a share of the picture's width; light is traced at this size and enlarged. */
  detail: number;
  /** Story time of the poster. */
  posterAt: number;
  /** The opening words when the creator's own are not shown yet. */
  hook: string;
  /** Said in the middle when the creator wrote nothing. */
  line: string;
  /** When hook and line are spoken aloud: their captions follow it word by word. A line may be said more than once. */
  spoken?: { hook: Timetable; line: readonly Timetable[] };
  /** Paints one moment in linear light. */
  paint(film: Film, time: number, frame: number): void;
  /** Draws sharp things over the enlarged film, in a picture 1080 wide and 1920 high. */
  overlay?(pen: SKRSContext2D, time: number): void;
  score(sound: Sound): void;
}

export type SceneMaker = (brief: SceneBrief) => Scene;
