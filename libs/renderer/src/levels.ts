/** A quality level: how finely a clip is drawn. */
export interface Level {
  /** Width of the film, as a share of the width that the scene asks for. */
  readonly detail: number;
  /** Only every n-th frame is drawn; it is shown n times. */
  readonly every: number;
  /** The film is so small that aliased edges would show: they are smoothed before it is enlarged. */
  readonly smooth: boolean;
}

/** From the finest to the cheapest. `make bench-styles` prints what each costs; `least` takes a fifth to a quarter of `full`. */
export const levels = {
  full: { detail: 1, every: 1, smooth: false },
  fine: { detail: 0.7, every: 1, smooth: false },
  light: { detail: 0.7, every: 2, smooth: true },
  least: { detail: 0.42, every: 2, smooth: true },
} as const satisfies Record<string, Level>;

export type LevelName = keyof typeof levels;

export const levelNames = Object.keys(levels) as LevelName[];

/** Wall-clock time of one frame at the level `least` on one drawing thread. */
export interface FrameCost {
  /** Ray tracing; grows with the detail. */
  traceMs: number;
  /** Enlarging, drawing the captions and encoding; the same at each level. */
  restMs: number;
}

/** Exponent of the tracing cost: most rays are spent on edges, so it grows more slowly than the number of pixels. */
const GROWTH = 1.5;

/** Estimated time to draw a clip's frames at a level. */
export function drawingMs(
  level: Level,
  { traceMs, restMs }: FrameCost,
  clip: { frames: number; threads: number },
): number {
  const perFrame = traceMs * (level.detail / levels.least.detail) ** GROWTH + restMs;
  return (Math.ceil(clip.frames / level.every) * perFrame) / clip.threads;
}

/** The finest level that fits into the time left; the cheapest when none fits. */
export function chooseLevel(cost: FrameCost, clip: { frames: number; threads: number }, leftMs: number): LevelName {
  return levelNames.find((name) => drawingMs(levels[name], cost, clip) <= leftMs) ?? 'least';
}
