import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const folder = join(import.meta.dirname, '../.fonts');

/** Latin letters for Western and Central Europe, and the symbols that the interface uses. */
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0x17f)}–—‘’“”„…•€→←↑↓−×✓`;

/**
 * Both files together stay under 55 kB. The display font is cut from the variable file at optical size 60, which is the
 * design for headlines. The static file is designed for text and is twice as large.
 */
const cuts = [
  {
    file: 'display.woff2',
    source: require.resolve(
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    ),
    axes: { opsz: 60, wght: 750 },
  },
  {
    file: 'text.woff2',
    source: require.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
    axes: { wght: { min: 400, max: 700 } },
  },
];

function range(from: number, to: number): string {
  let text = '';
  for (let code = from; code <= to; code += 1) text += String.fromCodePoint(code);
  return text;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function cutFonts(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const cut of cuts) {
    const target = join(folder, cut.file);
    if (await exists(target)) continue;
    const source = await readFile(cut.source);
    await writeFile(target, await subsetFont(source, letters, { targetFormat: 'woff2', variationAxes: cut.axes }));
  }
}

/** Subsets the two fonts before the styles are read, and adds preload links for them to the page. */
export function fonts(): Plugin {
  return {
    name: 'reelwright-fonts',
    buildStart: cutFonts,
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        return Object.keys(context.bundle ?? {})
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}
