/** How finely a clip is drawn. */
export interface Level {
  /** Width of the film, as a share of what the scene asks for. */
  readonly detail: number;
  /** Every n-th frame is drawn, and shown n times. */
  readonly every: number;
  /** Its film is so small that the stairs of its edges would show: they are smoothed before it is enlarged. */
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

/** What one frame of the level `least` took on one drawing thread, by the wall clock. */
export interface FrameCost {
  /** Following the rays: grows with the detail. */
  traceMs: number;
  /** Enlarging, writing the captions, encoding: the same at each level. */
  restMs: number;
}

/** Most rays are spent on edges, so their cost grows slower than the number of pixels. */
const GROWTH = 1.5;

/** How long a clip's frames take at a level. */
export function drawingMs(
  level: Level,
  { traceMs, restMs }: FrameCost,
  clip: { frames: number; threads: number },
): number {
  const perFrame = traceMs * (level.detail / levels.least.detail) ** GROWTH + restMs;
  return (Math.ceil(clip.frames / level.every) * perFrame) / clip.threads;
}

/** The finest level that fits; the cheapest when none does. */
export function chooseLevel(cost: FrameCost, clip: { frames: number; threads: number }, leftMs: number): LevelName {
  return levelNames.find((name) => drawingMs(levels[name], cost, clip) <= leftMs) ?? 'least';
}
