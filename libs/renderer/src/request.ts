import { isStyle, type Style } from '@reelwright/product';
import { type LevelName, levelNames } from './levels.ts';

export interface Brand {
  name: string;
  occupation: string;
  feel: string;
  /** `#rrggbb`. */
  colours: string[];
}

export type LogoEdge = 'top' | 'bottom';

/** The input of one clip. (videoId, variation, style) is its seed: the same request gives the same bytes. */
export interface RenderRequest {
  videoId: string;
  variation: number;
  style: Style;
  includeAudio: boolean;
  notes: string;
  brand: Brand | null;
  /** The edge that a logo is laid over later; captions at this edge leave room for it. Null without a logo. */
  logoEdge?: LogoEdge | null;
  /** The clip is written to `<outputPath>.part` and renamed when complete. */
  outputPath: string;
  posterPath: string;
  ffmpegPath: string;
  /** Even numbers of pixels. */
  size: { width: number; height: number };
  fps: number;
  seconds: number;
  /** Folder of the clip's parts. Parts that an interrupted run has left there are used. */
  partsPath: string;
  /**
   * `budget` measures a few frames and chooses the finest level that fits into `budgetSeconds`. `instant` draws a few small
   * frames: a real clip for test runs in less than 2.5 s of CPU.
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

/** Parses a request from untrusted JSON. Throws BAD_REQUEST with the name of the invalid field, never its value. */
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
  const quality = qualities.find((candidate) => candidate === fields.quality);
  if (!quality) throw new RenderError('BAD_REQUEST', `quality must be ${qualities.join(', ')}.`);
  return {
    videoId: text(fields.videoId, 'videoId'),
    variation: whole(fields.variation, 'variation', 0, 1_000_000),
    style,
    includeAudio: fields.includeAudio === true,
    notes: typeof fields.notes === 'string' ? fields.notes : '',
    brand: fields.brand === null || fields.brand === undefined ? null : parseBrand(fields.brand),
    logoEdge: fields.logoEdge === 'top' || fields.logoEdge === 'bottom' ? fields.logoEdge : null,
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
    // An invalid colour is dropped: a clip in other colours is better than no clip.
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
