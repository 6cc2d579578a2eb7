/** One of the things that are compared. */
export interface Side<Figure extends string> {
  readonly name: string;
  /** Does the work once and returns what was measured. What prepares it and clears up after it is not in the figures. */
  run(round: number): Promise<Readonly<Record<Figure, number>>>;
}

/** Figures of each side by its name, one entry per round. */
export type Samples<Figure extends string> = ReadonlyMap<string, readonly Readonly<Record<Figure, number>>[]>;

/**
 * Measures the sides in turn, round after round, so that what the machine does meanwhile falls on all of them alike.
 * The order turns from round to round: nobody always comes after the same neighbour. Warm-up rounds are thrown away.
 */
export async function interleave<Figure extends string>(options: {
  sides: readonly Side<Figure>[];
  rounds: number;
  warmUps?: number;
}): Promise<Samples<Figure>> {
  const { sides, rounds, warmUps = 1 } = options;
  const samples = new Map<string, Readonly<Record<Figure, number>>[]>(sides.map(({ name }) => [name, []]));
  for (let round = -warmUps; round < rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const side = sides[(turn + round + warmUps) % sides.length];
      if (!side) continue;
      const figures = await side.run(round);
      if (round >= 0) samples.get(side.name)?.push(figures);
    }
  }
  return samples;
}
