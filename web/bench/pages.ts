import { createBenchmark, median, readVersions, roundsFrom, type Samples, table } from '@reelwright/benchmark';
import { chromium } from 'playwright-core';
import { paths } from '../src/app/paths.ts';
import { categories, LIGHTHOUSE, type Scores, scoresOf } from './lighthouse.ts';
import { type Bytes, bytesOf, kinds } from './page-bytes.ts';
import { serveTemplate } from './template-server.ts';
import { openSignedIn, signUp } from './visitor.ts';

/** The pages that a person sees first; the questions need a session. */
const PAGES = [
  paths.landing,
  paths.pricing,
  paths.login,
  paths.faq,
  paths.terms,
  paths.privacy,
  paths.dataDeletion,
  paths.contact,
  paths.apiDocs,
];
const SCORED = [paths.landing, paths.pricing, paths.login, paths.faq];
const OURS = 'Reelwright';
const TEMPLATE = 'Vite + React + router + query';

const rounds = roundsFrom(process.env, 5);
const base = process.env.BASE_URL ?? '';
const bench = createBenchmark({
  title: 'Pages on a phone, through the gateway',
  versions: { ...readVersions(process.env, ['vite', 'react-dom'], import.meta.url), lighthouse: LIGHTHOUSE },
});
const session = await signUp(base);
const template = await serveTemplate();
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? 'chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
try {
  await compareBytes();
} finally {
  await browser.close();
  await template.stop();
}
await compareScores();
process.exitCode = bench.finish();

/** Bytes are the same in each round, so they are measured once. */
async function compareBytes(): Promise<void> {
  const pages = new Map<string, { first: Bytes; later: Bytes }>();
  for (const path of PAGES) {
    const cookies = path === paths.faq ? session : [];
    pages.set(path, await bytesOf(browser, { url: `${base}${path}`, cookies }));
  }
  const other = await bytesOf(browser, { url: template.url });
  print(
    '\nBytes before idle (brotli)',
    [...kinds, 'clips after idle'],
    [
      ...[...pages].map(([path, { first, later }]) => [path, ...kinds.map((kind) => first[kind]), later.media]),
      [TEMPLATE, ...kinds.map((kind) => other.first[kind]), other.later.media],
    ],
  );
  const landing = pages.get(paths.landing)?.first;
  if (!landing) throw new Error('The landing page was not measured.');
  const expectAtMost = (what: string, bytes: number, limit: number) =>
    bench.expect(`${what} of the landing page ≤ ${limit} bytes`, bytes <= limit, `${bytes} bytes`);
  expectAtMost('JavaScript', landing.script, 63_000);
  expectAtMost('CSS', landing.stylesheet, 15_000);
  expectAtMost('fonts', landing.font, 55_000);
  expectAtMost('clips before idle', landing.media, 0);
  const samples: Samples<'script'> = new Map([
    [OURS, [{ script: landing.script }]],
    [TEMPLATE, [{ script: other.first.script }]],
  ]);
  bench.compare({
    title: 'JavaScript for the same words',
    samples,
    figure: 'script',
    unit: 'bytes',
    ours: OURS,
    goal: { atMost: 1 },
  });
}

async function compareScores(): Promise<void> {
  const found = new Map<string, Scores[]>(SCORED.map((path) => [path, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [path, scores] of found) scores.push(await scoresOfPage(path));
  }
  const medians = [...found].map(([path, scores]) => ({
    path,
    values: categories.map((name) => median(scores.map((score) => score[name]))),
  }));
  print(
    `\nLighthouse, mobile (median of ${rounds})`,
    [...categories],
    medians.map(({ path, values }) => [path, ...values]),
  );
  for (const { path, values } of medians) {
    bench.expect(`Lighthouse ≥ 98 on ${path}`, Math.min(...values) >= 98, values.join(' · '));
  }
}

async function scoresOfPage(path: string): Promise<Scores> {
  const url = `${base}${path}`;
  if (path !== paths.faq) return scoresOf(url);
  const { port, stop } = await openSignedIn(session);
  return scoresOf(url, port).finally(stop);
}

function print(title: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  process.stdout.write(`${title}\n`);
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)));
  for (const line of table(['', ...head], cells)) process.stdout.write(`  ${line}\n`);
}
