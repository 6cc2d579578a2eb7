import { table } from '@reelwright/benchmark';
import { mapConcurrently } from '../map-concurrently.ts';
import type { Stack } from '../stack.ts';
import { countsSince, isCall, readCounts } from './counts.ts';
import type { Read } from './reads.ts';

const REQUESTS_A_REPLICA = 100;
const MOST_OFF = 5;
/** Clients connect to the replicas at their first call, and call the first that is connected. */
const FIRST_REQUESTS = 24;

/** Sends each read a hundred times for each of the replicas, and counts what each of them has answered. */
export async function measureEvenness(stack: Stack, reads: readonly Read[], numbers: readonly number[]) {
  const rows: string[][] = [];
  const problems: string[] = [];
  for (const read of reads) {
    try {
      rows.push(
        ...(await measureRead(stack, read, numbers)).map(({ shown, counts, off }) => {
          if (off > MOST_OFF) problems.push(`${shown}: off by ${off}`);
          return [shown, ...counts.map(String), `${off}`];
        }),
      );
    } catch (error) {
      problems.push(`${read.shown}: ${error}`);
    }
  }
  const lines = table(['answered by replica', ...numbers.map((number) => `.${number}`), 'off by'], rows);
  return { lines, problems, holds: problems.length === 0 };
}

async function measureRead(stack: Stack, read: Read, numbers: readonly number[]) {
  const sent = REQUESTS_A_REPLICA * numbers.length;
  await sendTimes(read, FIRST_REQUESTS);
  const before = await Promise.all(read.counted.map((counted) => readCounts(stack, counted, numbers)));
  await sendTimes(read, sent);
  return Promise.all(
    read.counted.map(async (counted, index) => {
      const counts = await countsSince(stack, counted, { numbers, before: before[index] ?? [], sent });
      const off = Math.max(...counts.map((count) => Math.abs(count - REQUESTS_A_REPLICA)));
      return { shown: isCall(counted) ? `${counted.shown} for ${read.shown}` : counted.shown, counts, off };
    }),
  );
}

const sendTimes = (read: Read, times: number) => mapConcurrently(Array.from({ length: times }), () => read.send());
