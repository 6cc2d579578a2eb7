import { isStyle, type Style } from '@reelwright/product';
import { type LevelName, levelNames } from './levels.ts';

export interface Brand {
  name: string;
  occupation: string;
  feel: string;
  /** `#rrggbb`. */
  colours: string[];
}

/** What one clip is made from. (videoId, variation, style) is its seed: the same request gives the same bytes. */
export interface RenderRequest {
  videoId: string;
  variation: number;
  style: Style;
  includeAudio: boolean;
  notes: string;
  brand: Brand | null;
  /** The clip is written to `<outputPath>.part` and renamed when it is complete. */
  outputPath: string;
  posterPath: string;
  ffmpegPath: string;
  /** Even numbers of pixels. */
  size: { width: number; height: number };
  fps: number;
  seconds: number;
  /** Parts of the clip are kept here until it is complete; what an earlier try has left is used. */
  partsPath: string;
  /**
   * `budget` measures and takes the finest level that is done in `budgetSeconds`. `instant` draws a handful of small
   * frames: a real clip for test runs, in under 2.5 s of CPU.
   */
  quality: LevelName | 'budget' | 'instant';
  budgetSeconds: number;
}

export type RenderErrorCode =
  | 'BAD_REQUEST'
  | 'FFMPEG_FAILED'
  | 'DRAWING_FAILED'
  | 'RENDER_STUCK'
  | 'RENDER_ABORTED'
  | 'RENDER_FAILED';

export class RenderError extends Error {
  readonly code: RenderErrorCode;

  constructor(code: RenderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const qualities = ['budget', ...levelNames, 'instant'] as const;

/** Reads a request from untrusted JSON. Throws BAD_REQUEST naming the field, never its value. */
export function parseRequest(json: string): RenderRequest {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (cause) {
    throw new RenderError('BAD_REQUEST', 'The request is not JSON.', { cause });
  }
  const fields = record(parsed, 'request');
  const size = record(fields.size, 'size');
  const { style } = fields;
  if (!isStyle(style)) throw new RenderError('BAD_REQUEST', 'style must be v1 to v8.');
  const quality = qualities.find((known) => known === fields.quality);
  if (!quality) throw new RenderError('BAD_REQUEST', `quality must be ${qualities.join(', ')}.`);
  return {
    videoId: text(fields.videoId, 'videoId'),
    variation: whole(fields.variation, 'variation', 0, 1_000_000),
    style,
    includeAudio: fields.includeAudio === true,
    notes: typeof fields.notes === 'string' ? fields.notes : '',
    brand: fields.brand === null || fields.brand === undefined ? null : parseBrand(fields.brand),
    outputPath: text(fields.outputPath, 'outputPath'),
    posterPath: text(fields.posterPath, 'posterPath'),
    ffmpegPath: text(fields.ffmpegPath, 'ffmpegPath'),
    size: { width: even(size.width, 'size.width'), height: even(size.height, 'size.height') },
    fps: whole(fields.fps, 'fps', 1, 60),
    seconds: whole(fields.seconds, 'seconds', 1, 60),
    partsPath: text(fields.partsPath, 'partsPath'),
    quality,
    budgetSeconds: whole(fields.budgetSeconds, 'budgetSeconds', 1, 86_400),
  };
}

function parseBrand(value: unknown): Brand {
  const fields = record(value, 'brand');
  const optional = (entry: unknown) => (typeof entry === 'string' ? entry : '');
  const colours = Array.isArray(fields.colours) ? fields.colours : [];
  return {
    name: optional(fields.name),
    occupation: optional(fields.occupation),
    feel: optional(fields.feel),
    // A colour that cannot be read is left out: a picture in other colours is better than no picture.
    colours: colours
      .filter((entry): entry is string => typeof entry === 'string' && /^#[0-9a-f]{6}$/i.test(entry))
      .slice(0, 4),
  };
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RenderError('BAD_REQUEST', `${name} must be an object.`);
  return value as Record<string, unknown>;
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '')
    throw new RenderError('BAD_REQUEST', `${name} must be a non-empty text.`);
  return value;
}

function whole(value: unknown, name: string, low: number, high: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) {
    throw new RenderError('BAD_REQUEST', `${name} must be a whole number from ${low} to ${high}.`);
  }
  return value;
}

function even(value: unknown, name: string): number {
  const pixels = whole(value, name, 64, 4096);
  if (pixels % 2) throw new RenderError('BAD_REQUEST', `${name} must be even: 4:2:0 video has no odd sizes.`);
  return pixels;
}
