import { readFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';

/** Only what is loaded while it counts is counted in full, so it never stops. */
let counting: Promise<Session> | undefined;

async function startCounting(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return session;
}

/** @returns a function that says which parts of files have not run since, as their text; to be called once */
export async function watchReach(): Promise<(files: readonly string[]) => Promise<Map<string, string[]>>> {
  counting ??= startCounting();
  const session = await counting;
  await session.post('Profiler.takePreciseCoverage'); // starts again from zero
  return async (files) => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const parts = files.map(async (file): Promise<[string, string[]]> => {
      const text = await readFile(file, 'utf8');
      const ranges = result
        .filter(({ url }) => url.endsWith(file))
        .flatMap(({ functions }) => functions.flatMap((each) => each.ranges))
        .filter(({ count }) => count === 0);
      const outer = ranges.filter(
        (range) =>
          !ranges.some(
            (other) => other !== range && other.startOffset <= range.startOffset && range.endOffset <= other.endOffset,
          ),
      );
      return [file, outer.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset))];
    });
    return new Map(await Promise.all(parts));
  };
}
