import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Benchmark, interleave } from '@reelwright/benchmark';
import { expectNoErrors } from './load.ts';
import { pacedReads } from './paced.ts';
import { type Person, signUp } from './people.ts';

/** Far below the machine's limit, so that the figures show the logins and not a queue of reads. */
const READS_PER_SECOND = 500;
const SECONDS = 12;
const LOGINS = 100;
/** Often, so that a single stall of some process does not decide the p99. */
const LOGINS_EVERY_MS = 4_000;
/** In the middle of the reads, not at their beginning. */
const LOGINS_AFTER_MS = 1_000;

/** Measures a signed-in reader's latency while many others sign in at the same time, again and again. */
export async function compareLogins(
  bench: Benchmark,
  { rounds, authUrl, url, reader }: { rounds: number; authUrl: string; url: string; reader: Person },
): Promise<void> {
  const people: Person[] = [];
  for (let count = 0; count < LOGINS; count++) people.push(await signUp(authUrl));
  const loginProcess = fork(join(import.meta.dirname, 'login-process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(loginProcess, 'exit').then(([code]) => {
    throw new Error(`the process that signs people in ended with ${code}`);
  });
  ended.catch(() => undefined); // reported where it is awaited
  const reads = () => pacedReads({ url, cookie: reader.cookie, seconds: SECONDS, perSecond: READS_PER_SECOND });
  const statuses = new Map<number, number>();
  let took = 0;
  const logInAll = async () => {
    const began = performance.now();
    // Directly to auth, because the gateway allows 120 logins a minute from one address.
    loginProcess.send({ url: authUrl, people });
    const [statusCodes] = (await Promise.race([once(loginProcess, 'message'), ended])) as [number[]];
    took = performance.now() - began;
    for (const status of statusCodes) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const WITH = `with ${LOGINS} logins at once`;
  const samples = await interleave({
    rounds,
    sides: [
      { name: 'without', run: reads },
      {
        name: WITH,
        async run() {
          const reading = reads();
          reading.catch(() => undefined); // reported where it is awaited
          const began = performance.now();
          for (let at = LOGINS_AFTER_MS; at < SECONDS * 1_000; at += LOGINS_EVERY_MS) {
            await new Promise((resolve) => setTimeout(resolve, began + at - performance.now()));
            await logInAll();
          }
          return reading;
        },
      },
    ],
  });
  loginProcess.kill();
  bench.compare({
    title: `p99 of ${READS_PER_SECOND} reads a second`,
    samples,
    figure: 'p99',
    unit: 'ms',
    ours: WITH,
    goal: { atMost: 3 },
  });
  expectNoErrors(bench, 'every read succeeds meanwhile', samples);
  const summary = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const last = `the last ${LOGINS} took ${Math.round(took)} ms`;
  bench.expect(
    'everybody is signed in',
    [...statuses.keys()].every((status) => status === 200),
    `${summary}; ${last}`,
  );
}
