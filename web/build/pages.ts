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

/** The page is there before its scripts, so styles, fonts and pictures are loaded first. */
function documentOf(shell: string, page: PrerenderedPage, bundle: Bundle): string {
  const name = basename(page.file, '.html');
  const document = name === 'landing' ? withOwnScript(shell, bundle) : withPageScript(shell, name, bundle);
  return document
    .replaceAll(/<(script type|link rel)="module/g, (start) => start.replace(' ', ' fetchpriority="low" '))
    .replace(/<title>.*<\/title>/, () => `<title>${page.title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_all, start: string) => start + page.description)
    .replace('</head>', () => `  ${page.links}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${page.html}</div>`);
}

/** The landing page has a script of its own instead of the app's, whose links it keeps in a template for later. */
function withOwnScript(shell: string, bundle: Bundle): string {
  const [script, ...imports] = withImports(bundle, LANDING);
  const tags = [`<script type="module" crossorigin src="/${script}"></script>`, ...imports.map(preload)];
  const appScripts = [APP_SCRIPT.exec(shell)?.[1], ...[...shell.matchAll(APP_IMPORTS)].map(([, file]) => file)];
  const later = appScripts.map((file) => preload(file?.slice(1) ?? '')).join('');
  return shell
    .replace(APP_IMPORTS, '')
    .replace(APP_SCRIPT, () => `\n    ${tags.join('\n    ')}`)
    .replace('</body>', () => `  <template id="app-scripts">${later}</template>\n  </body>`);
}

/** What is centred, such as the form of the sign-in, would move if a part of the page were painted before the rest has arrived. */
const paintWhole = '<link rel="expect" href="#root" blocking="render">';

/** The app loads a page's script on demand. Here it is known which one that will be. */
function withPageScript(shell: string, name: string, bundle: Bundle): string {
  const links = withImports(bundle, `src/pages/${name}.tsx`)
    .filter((file) => !shell.includes(`"/${file}"`))
    .map(preload);
  return shell.replace('</head>', () => `  ${[paintWhole, ...links].join('\n    ')}\n  </head>`);
}

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
