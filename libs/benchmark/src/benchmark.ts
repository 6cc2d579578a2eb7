import { describeGoal, type Goal, judge } from './goal.ts';
import type { Samples } from './interleave.ts';
import { median, quantile } from './quantiles.ts';
import { formatFigure, formatRatio, table } from './table.ts';

export interface Benchmark {
  /**
   * Prints one figure of all sides, and our ratio to the others. With several rivals, each round counts against the best
   * of that round.
   */
  compare<Figure extends string>(options: {
    title: string;
    samples: Samples<Figure>;
    figure: Figure;
    unit: string;
    ours: string;
    /** The sides to compare with; all but ours when left out. */
    rivals?: readonly string[];
    goal: Goal;
  }): void;
  /** Prints our ratio to the rivals without a goal, for example to a rival that does less. */
  ratio<Figure extends string>(options: {
    samples: Samples<Figure>;
    figure: Figure;
    ours: string;
    rivals: readonly string[];
  }): void;
  /** Prints a goal that is not a ratio, such as a limit. */
  expect(goal: string, holds: boolean, measured: string): void;
  /** Prints the figure of all sides without a goal. */
  show<Figure extends string>(options: { title: string; samples: Samples<Figure>; figure: Figure; unit: string }): void;
  /** Prints the missed goals. @returns the exit code: 1 when a goal was missed */
  finish(): 0 | 1;
}

/** Collects the results of a bench and prints each at once. */
export function createBenchmark(options: {
  title: string;
  versions: Readonly<Record<string, string>>;
  print?: (line: string) => void;
}): Benchmark {
  const { title, versions, print = (line) => void process.stdout.write(`${line}\n`) } = options;
  const missed: string[] = [];
  let goals = 0;

  function conclude(goal: string, holds: boolean, measured: string, prefix = ''): void {
    goals += 1;
    if (!holds) missed.push(`${prefix}${goal}, ${measured}`);
    print(`  ${holds ? 'holds ' : 'MISSED'}  ${goal}: ${measured}`);
  }

  function show<Figure extends string>(shown: {
    title: string;
    samples: Samples<Figure>;
    figure: Figure;
    unit: string;
  }) {
    const rounds = Math.max(...[...shown.samples.values()].map((rows) => rows.length));
    print(`\n${shown.title} (${shown.unit}, ${rounds} rounds)`);
    const rows = [...shown.samples].map(([name, figures]) => {
      const values = figures.map((row) => row[shown.figure]);
      return [name, ...[0.5, 0.25, 0.75, 0, 1].map((at) => formatFigure(quantile(values, at)))];
    });
    for (const line of table(['', 'median', 'q1', 'q3', 'min', 'max'], rows)) print(`  ${line}`);
  }

  print(title);
  for (const [name, version] of Object.entries(versions)) print(`  ${name} ${version}`);

  return {
    show,
    expect: (goal, holds, measured) => conclude(goal, holds, measured),
    compare({ goal, ours, ...shown }) {
      show(shown);
      const rivals = shown.rivals ?? [...shown.samples.keys()].filter((name) => name !== ours);
      const ratios = ratiosOf(shown.samples, shown.figure, ours, rivals, goal);
      const { holds, decisive } = judge(ratios, goal);
      const against = rivals.length === 1 ? rivals[0] : `best of ${rivals.join(', ')}`;
      print(`  ratio of each round: ${ratios.map(formatRatio).join(' ')}`);
      conclude(
        `${ours} ÷ ${against} ${describeGoal(goal)}`,
        holds,
        `median ${formatRatio(median(ratios))}×, the quartile that decides ${formatRatio(decisive)}×`,
        `${shown.title}: `,
      );
    },
    ratio({ samples, figure, ours, rivals }) {
      const ratios = ratiosOf(samples, figure, ours, rivals, { atLeast: 1 });
      const quartiles = [0.25, 0.75].map((at) => formatRatio(quantile(ratios, at))).join('–');
      print(
        `  no goal ${ours} ÷ ${rivals.join(', ')}: median ${formatRatio(median(ratios))}×, quartiles ${quartiles}×`,
      );
    },
    finish() {
      print('');
      print(missed.length === 0 ? `All ${goals} goals hold.` : `${missed.length} of ${goals} goals missed:`);
      for (const goal of missed) print(`  ${goal}`);
      return missed.length === 0 ? 0 : 1;
    },
  };
}

function ratiosOf<Figure extends string>(
  samples: Samples<Figure>,
  figure: Figure,
  ours: string,
  rivals: readonly string[],
  goal: Goal,
): number[] {
  const best = 'atLeast' in goal ? Math.max : Math.min;
  const figuresOf = (name: string) => {
    const rows = samples.get(name);
    if (!rows || rows.length === 0) throw new Error(`there are no measurements of '${name}'`);
    return rows.map((row) => row[figure]);
  };
  const rivalFigures = rivals.map(figuresOf);
  return figuresOf(ours).map(
    (value, round) => value / best(...rivalFigures.map((values) => values[round] ?? Number.NaN)),
  );
}
