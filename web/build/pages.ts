import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import type { PrerenderedPage } from '../src/prerender.tsx';

type Bundle = Rolldown.OutputBundle;

const renderer = join(import.meta.dirname, '../node_modules/.prerender');
const LANDING = 'src/landing.ts';
const APP_SCRIPT = /\s*<script type="module"[^>]* src="([^"]*)"><\/script>/;
const APP_IMPORTS = /\s*<link rel="modulepreload"[^>]* href="([^"]*)">/g;

/** Writes the HTML of the public pages, from the app's own components, beside the app's index.html. */
export function pages(): Plugin {
  let folder = '';
  return {
    name: 'reelwright-pages',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      order: 'pre',
      async handler(_options, bundle) {
        const shell = await readFile(join(folder, 'index.html'), 'utf8');
        for (const page of await renderPages()) {
          const file = join(folder, page.file);
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, documentOf(shell, page, bundle));
        }
      },
    },
  };
}

/** Builds src/prerender.tsx for Node, with the same plugins as the app, and runs it. */
async function renderPages(): Promise<PrerenderedPage[]> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'warn',
    plugins: [react()],
    build: { ssr: 'src/prerender.tsx', outDir: renderer, copyPublicDir: false, target: 'node24' },
  });
  const module: { renderPages(): Promise<PrerenderedPage[]> } = await import(
    pathToFileURL(join(renderer, 'prerender.js')).href
  );
  return module.renderPages();
}

function documentOf(shell: string, page: PrerenderedPage, bundle: Bundle): string {
  const name = basename(page.file, '.html');
  const document = name === 'landing' ? withOwnScript(shell, bundle) : withPageScript(shell, name, bundle);
  return document
    .replace(/<title>.*<\/title>/, () => `<title>${page.title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_all, start: string) => start + page.description)
    .replace('</head>', () => `  ${page.links}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${page.html}</div>`);
}

/**
 * The landing page has a small script of its own instead of the app's, whose links it keeps in a template for later. Its
 * styles, fonts and pictures are loaded first.
 */
function withOwnScript(shell: string, bundle: Bundle): string {
  const [script, ...imports] = withImports(bundle, LANDING);
  const tags = [scriptTag(script ?? ''), ...imports.map(preload)].map((tag) =>
    tag.replace(' ', ' fetchpriority="low" '),
  );
  return shell
    .replace(APP_IMPORTS, '')
    .replace(APP_SCRIPT, () => `\n    ${tags.join('\n    ')}`)
    .replace('</body>', () => `  ${template(appScripts(shell).map(preload))}\n  </body>`);
}

/** What is centred, such as the form of the sign-in, would move if a part of the page were painted before the rest has arrived. */
const paintWhole = '<link rel="expect" href="#root" blocking="render">';

/**
 * Loads the scripts of the template once the page has been painted: on a slow line they would delay it. A hidden page is
 * not painted, so its scripts are loaded at once.
 */
const loadAfterPaint = `
      {
        const load = () => document.head.append(document.getElementById('app-scripts').content);
        if (document.hidden) load();
        else requestAnimationFrame(() => setTimeout(load));
      }
    `;

/** The app loads a page's script on demand. Here it is known which one that will be. */
function withPageScript(shell: string, name: string, bundle: Bundle): string {
  const [script = '', ...imports] = appScripts(shell);
  const files = new Set([...imports, ...withImports(bundle, `src/pages/${name}.tsx`)]);
  const tags = [...[...files].filter((file) => file !== script).map(preload), scriptTag(script)];
  return shell
    .replace(APP_IMPORTS, '')
    .replace(APP_SCRIPT, '')
    .replace('</head>', () => `  ${paintWhole}\n  </head>`)
    .replace('</body>', () => `  ${template(tags)}\n    <script>${loadAfterPaint}</script>\n  </body>`);
}

/** The app's script, then what it imports. */
function appScripts(shell: string): string[] {
  const files = [APP_SCRIPT.exec(shell)?.[1], ...[...shell.matchAll(APP_IMPORTS)].map(([, file]) => file)];
  return files.map((file) => file?.slice(1) ?? '');
}

const template = (tags: readonly string[]) => `<template id="app-scripts">${tags.join('')}</template>`;
const scriptTag = (file: string) => `<script type="module" crossorigin src="/${file}"></script>`;
const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

/** The chunk of a source file, then all chunks that it imports. */
function withImports(bundle: Bundle, source: string): string[] {
  const first = Object.values(bundle).find(
    (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(`/web/${source}`),
  );
  if (!first) throw new Error(`The build has no chunk for ${source}.`);
  const found = new Set([first.fileName]);
  for (const file of found) {
    const output = bundle[file];
    if (output?.type === 'chunk') for (const name of output.imports) found.add(name);
  }
  return [...found];
}
