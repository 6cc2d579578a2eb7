import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notFoundFile, pageFile, prerenderedPaths } from '../src/app/paths.ts';

/** Writes the HTML files that a build has: the app's shell, and each page with its file's name as its headline. */
export async function writeSite(folder: string): Promise<void> {
  const withRoot = (content: string) => `<!doctype html><script>theme()</script><div id="root">${content}</div>`;
  await writeFile(join(folder, 'index.html'), withRoot(''));
  for (const file of [notFoundFile, ...prerenderedPaths.map(pageFile)]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), withRoot(`<h1 style="--mark:url(&quot;a&quot;)">${file}</h1>`));
  }
}
