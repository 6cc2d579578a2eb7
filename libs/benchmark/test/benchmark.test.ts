import { createBenchmark, interleave, median, quantile, readVersions, roundsFrom, type Samples } from '../src/index.ts';

const rates = (byName: Record<string, number[]>): Samples<'rate'> =>
  new Map(Object.entries(byName).map(([name, values]) => [name, values.map((rate) => ({ rate }))]));

function recordBenchmark() {
  const lines: string[] = [];
  const benchmark = createBenchmark({ title: 'A bench', versions: { node: '24' }, print: (line) => lines.push(line) });
  return { benchmark, text: () => lines.join('\n') };
}

test('each side is measured once a round in rotating order, and warm-ups are not counted', async () => {
  const calls: string[] = [];
  const side = (name: string) => ({
    name,
    async run(round: number) {
      calls.push(`${name}${round}`);
      return { rate: round };
    },
  });
  const samples = await interleave({ sides: [side('a'), side('b')], rounds: 3 });
  expect(calls).toEqual(['a-1', 'b-1', 'b0', 'a0', 'a1', 'b1', 'b2', 'a2']);
  expect(samples.get('a')).toEqual([{ rate: 0 }, { rate: 1 }, { rate: 2 }]);
});

test('quantiles are interpolated between neighbouring values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(quantile([1, 2, 3, 4], 0.25)).toBeCloseTo(1.75);
  expect(quantile([7], 0.99)).toBe(7);
});

test('a goal holds by the lower quartile of the rounds, not by their median', () => {
  const { benchmark, text } = recordBenchmark();
  const samples = rates({ ours: [12, 12, 9, 9], rival: [1, 1, 1, 1] });
  benchmark.compare({ title: 'Rate', samples, figure: 'rate', unit: 'rows/s', ours: 'ours', goal: { atLeast: 10 } });
  expect(text()).toMatch(/MISSED {2}ours ÷ rival ≥ 10×: median 10\.5×, the quartile that decides 9\.00×/);
  expect(benchmark.finish()).toBe(1);
});

test('for a goal of at most, the upper quartile decides', () => {
  const { benchmark, text } = recordBenchmark();
  const samples = rates({ ours: [4, 4, 4, 6], rival: [10, 10, 10, 10] });
  benchmark.compare({ title: 'Time', samples, figure: 'rate', unit: 'ms', ours: 'ours', goal: { atMost: 0.5 } });
  expect(text()).toMatch(/holds {3}ours ÷ rival ≤ 0\.5×: median 0\.400×, the quartile that decides 0\.450×/);
  expect(benchmark.finish()).toBe(0);
});

test('among several rivals the best of each round counts', () => {
  const { benchmark, text } = recordBenchmark();
  const samples = rates({ ours: [1, 1], slow: [9, 2], fast: [4, 4] });
  benchmark.compare({ title: 'Time', samples, figure: 'rate', unit: 'ms', ours: 'ours', goal: { atMost: 0.3 } });
  expect(text()).toContain('ratio of each round: 0.250 0.500');
  expect(benchmark.finish()).toBe(1);
});

test('a missed goal without a ratio fails the bench', () => {
  const { benchmark, text } = recordBenchmark();
  benchmark.expect('nobody is early', true, '0 early');
  benchmark.expect('memory grows by 60 MB at most', false, '71 MB');
  expect(benchmark.finish()).toBe(1);
  expect(text()).toContain('1 of 2 goals missed:\n  memory grows by 60 MB at most, 71 MB');
});

test('a side without measurements is an error', () => {
  const { benchmark } = recordBenchmark();
  expect(() =>
    benchmark.compare({
      title: 'Rate',
      samples: rates({ ours: [1] }),
      figure: 'rate',
      unit: 'rows/s',
      ours: 'ours',
      rivals: ['rival'],
      goal: { atLeast: 1 },
    }),
  ).toThrow("there are no measurements of 'rival'");
});

test('versions name the machine, the servers and the packages', () => {
  const versions = readVersions({ BENCH_VERSIONS: '{"kafka":"4.3.1"}' }, ['jest'], import.meta.url);
  expect(versions).toMatchObject({ node: process.versions.node, kafka: '4.3.1' });
  expect(versions.jest).toMatch(/^\d+\.\d+\.\d+$/);
});

test('ROUNDS makes a bench shorter and must be a number', () => {
  expect(roundsFrom({}, 5)).toBe(5);
  expect(roundsFrom({ ROUNDS: '2' }, 5)).toBe(2);
  expect(() => roundsFrom({ ROUNDS: 'many' }, 5)).toThrow('not a whole number');
});
