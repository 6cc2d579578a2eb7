/** One of the implementations that are compared. */
export interface Side<Figure extends string> {
  readonly name: string;
  /** Does the work once and returns its figures. Setup and cleanup are not measured. */
  run(round: number): Promise<Readonly<Record<Figure, number>>>;
}

/** Figures of each side by its name, one entry per round. */
export type Samples<Figure extends string> = ReadonlyMap<string, readonly Readonly<Record<Figure, number>>[]>;

/**
 * Measures all sides in each round, so that other load on the machine affects all of them alike. The order rotates from
 * round to round. Warm-up rounds are not counted.
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
