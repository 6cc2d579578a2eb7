import { setTimeout as delay } from 'node:timers/promises';
import { type CoverageRow, JOURNEYS, nameOf } from './coverage-rows.ts';
import { type JourneyStack, journeyStack } from './journey-stack.ts';
import { testOf } from './journey-tests.ts';
import { runNamedTests } from './named-tests.ts';
import { SERVICES } from './ports.ts';
import { type Proof, printVerdict } from './proof.ts';
import { failuresOf, firstLine, verdictOn } from './row-verdict.ts';
import type { RunningStack } from './running-stack.ts';
import { ExpectedError } from './say.ts';
import { changesOf, readPieces, type TextChange } from './text-changes.ts';
import { ensureChromium } from './toolchain/chromium.ts';
import { lastLines } from './toolchain/command.ts';

const PORT_BASE = 20_080;
const READY_WITHIN_MS = 120_000;
const POLL_MS = 100;

/**
 * Changes a text of each row, or the code of its rule, and runs the journey that the row names on a stack of the changed
 * checkout. A row is caught when the journey fails at the row's step, or says that it misses the text. The journeys of a
 * file have to pass afterwards with nothing changed, on the same stack.
 * @returns the rows that were not caught, with the reason
 */
export async function proveTexts(rows: readonly CoverageRow[], random: () => number, proof: Proof): Promise<string[]> {
  const { checkout } = proof;
  const { value: chromium } = await ensureChromium(proof.env);
  const env = { ...proof.env, RESTART_WAIT_MS: '100' };
  const home = `${proof.folders.home}/check-proof`;
  const stack = journeyStack({ root: checkout.root, home, portBase: PORT_BASE, chromium, env });
  await stack.reset();
  const stop = proof.atEnd(() => stack.reset());
  const up = await stack.up();
  if (up.code !== 0) throw new ExpectedError(`The stack of the journeys did not start:\n${lastLines(up.output, 12)}`);
  const pieces = readPieces(checkout.root);
  const run = (file: string, patterns: readonly string[]) =>
    proof.unlessStopping(() => {
      const test = `${JOURNEYS}/${file}`;
      return runNamedTests({ root: checkout.root, folder: JOURNEYS, test, patterns, env: stack.journeyEnv() });
    });
  const survivors: string[] = [];
  for (const [file, ofFile] of Map.groupBy(rows, (row) => row.file)) {
    let changed: readonly string[] = [];
    for (const row of ofFile) {
      const began = performance.now();
      const changes = changesOf(row, pieces);
      const change = changes[Math.floor(random() * changes.length)] as TextChange;
      change.apply(checkout.root);
      const problem = await serveChanged(stack, [...changed, ...change.files]);
      const verdict = problem ?? verdictOn(row, change.what, await run(file, [testOf(checkout.root, row)]));
      await checkout.restore();
      changed = change.files;
      if (verdict !== 'caught') survivors.push(`${nameOf(row)} (${change.what}): ${verdict}`);
      printVerdict(verdict, began, `${nameOf(row)}: ${change.what}`);
    }
    const began = performance.now();
    const problem = await serveChanged(stack, changed);
    if (problem) throw new ExpectedError(problem);
    const patterns = [...new Set(ofFile.map((row) => testOf(checkout.root, row)))];
    const failures = failuresOf(await run(file, patterns));
    printVerdict(failures.length === 0 ? 'passes' : 'FAILS', began, `${file} with nothing changed`);
    if (failures.length > 0) survivors.push(`${file} fails with nothing changed: ${firstLine(failures[0])}`);
  }
  await stop();
  return survivors;
}

/** Makes the stack run what these files of its checkout now contain. @returns why it does not work */
async function serveChanged(stack: JourneyStack, files: readonly string[]): Promise<string | undefined> {
  const isOf = (folder: string) => files.some((file) => file.startsWith(`${folder}/`));
  const parts: string[] = SERVICES.filter((service) => isOf('libs') || isOf(`services/${service}`));
  if (isOf('web') || isOf('libs')) {
    const { code, output } = await stack.script('web-bundle');
    if (code !== 0) return `the web app does not build: ${lastLines(output, 3)}`;
    parts.push('web');
  }
  return restart(stack.running, parts);
}

async function restart(running: RunningStack, parts: readonly string[]): Promise<string | undefined> {
  const pidOf = (part: string) => running.part(part).process?.pid;
  const before = new Map(parts.map((part) => [part, pidOf(part)]));
  for (const [part, pid] of before) if (pid !== undefined) running.signal(part, 'SIGTERM');
  const end = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const waiting = parts.filter((part) => running.part(part).phase !== 'ready' || pidOf(part) === before.get(part));
    if (waiting.length === 0) return undefined;
    if (performance.now() > end) return `${waiting.join(', ')} did not start`;
    await delay(POLL_MS);
  }
}
