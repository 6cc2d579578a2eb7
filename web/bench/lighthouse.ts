import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Only this bench needs it, so that nobody else installs its packages. */
export const LIGHTHOUSE = 'lighthouse@13.5.0';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Scores = Record<(typeof categories)[number], number>;

interface Report {
  /** The address after all redirects, also those that a script makes. */
  readonly finalDisplayedUrl: string;
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
}

/**
 * Lighthouse's scores of a page on a phone, from 0 to 100.
 * @param port of a browser that is signed in; a new browser, which is a guest, when left out
 */
export async function scoresOf(url: string, port?: number): Promise<Scores> {
  const { stdout } = await run(
    'pnpm',
    [
      'dlx',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join()}`,
      ...(port === undefined
        ? ['--chrome-flags=--headless=new --no-sandbox --disable-gpu']
        : [`--port=${port}`, '--disable-storage-reset']),
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const report = JSON.parse(stdout) as Report;
  if (report.runtimeError) throw new Error(`Lighthouse could not read ${url}: ${report.runtimeError.message}`);
  if (report.finalDisplayedUrl !== url) throw new Error(`${url} led to ${report.finalDisplayedUrl}.`);
  return Object.fromEntries(
    categories.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
  ) as Scores;
}
