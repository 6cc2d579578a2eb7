import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { entryStates, platforms, postStates, stageStates, styles, videoStates } from '@reelwright/product';
import { foldersFrom } from './folders.ts';
import { runTarget, say } from './say.ts';
import { writesOf } from './table-writers.ts';
import { runCommand } from './toolchain/command.ts';

/** A tracked TypeScript file that is written by hand. */
interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

const STATES = [...postStates, ...videoStates, ...entryStates].filter(
  (state) => !stageStates.some((stageState) => stageState === state),
);
const STATE = `'(?:${[...new Set(STATES)].join('|')})'`;
const READS_STATES = [
  // Screens may read the status that the server returns.
  new RegExp(`(?<!status\\.)\\bstate (?:===|!==) ${STATE}`),
  new RegExp(`switch \\((?!.*status\\.state).*\\) \\{\\s*case ${STATE}`),
  /import [^;]*\b(?:Post|Video|Entry|uncommitted|handedOver|retryable|upcoming)States?\b[^;]* from '@reelwright\/product'/,
];

/** `make figures`: how the source is structured, in numbers that a change of structure should move. */
await runTarget(async () => {
  const { root } = foldersFrom(process.env);
  const sources = await readSources(root);
  const product = sources.filter(({ path }) => !isTest(path));
  const services = product.filter(({ path }) => /^services\/[^/]+\/src\//.test(path));

  const circles = circlesOf(services);
  line('capability folders in circles', circles.length, circles.join(' '));
  const writers = writersOf(services);
  const shared = writers.filter(({ files }) => files.length > 1);
  line('tables written by more than one file', shared.length, `of ${writers.length}`);
  for (const { table, files } of shared)
    line(`  ${table}`, files.length, files.map((file) => basename(file)).join(' '));
  for (const [setName, values] of [
    ['platforms', platforms],
    ['styles', styles],
  ] as const) {
    const lists = listsOf(product, values);
    line(`lists of the ${setName}`, lists.length, lists.join(' '));
  }
  const copies = product.filter(({ path }) => path.startsWith('web/src/features/')).flatMap(responseTypesOf);
  line("hand-written types of the server's responses in web", copies.length, copies.join(' '));
  const deciding = product.filter(({ path, text }) => path.startsWith('web/src/') && readsStates(text));
  line('places in web that work out the state of a video', deciding.length, deciding.map(({ path }) => path).join(' '));
  const apps = services.filter(({ path }) => /^services\/[^/]+\/src\/app\.ts$/.test(path));
  line('lines of the app.ts', sum(apps), apps.map(({ path, lines }) => `${path.split('/')[1]} ${lines}`).join(', '));
  line('files in publishing/src/posts', services.filter(({ path }) => path.includes('publishing/src/posts/')).length);
  line('hand-written lines', sum(sources), `without tests ${sum(product)}`);
  return 0;
});

function line(label: string, count: number, detail = ''): void {
  say(`${String(count).padStart(7)}  ${label}${detail && `: ${detail}`}`);
}

function sum(sources: readonly Source[]): number {
  return sources.reduce((total, { lines }) => total + lines, 0);
}

function isTest(path: string): boolean {
  return /(^|\/)(test|e2e|fixtures)\/|\.test\.tsx?$|\.spec\.ts$/.test(path);
}

async function readSources(root: string): Promise<Source[]> {
  const { output } = await runCommand('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root });
  return output
    .split('\n')
    .filter((path) => path && !/generated/.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, lines: text.split('\n').length - 1 };
    });
}

/** The folders of a service that import each other in a circle. */
function circlesOf(sources: readonly Source[]): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    const [from] = /^services\/[^/]+\/src\/[^/]+(?=\/)/.exec(path) ?? [];
    if (!from) continue;
    const targets = arrows.get(from) ?? new Set();
    arrows.set(from, targets);
    for (const [, specifier = ''] of text.matchAll(/from '(\.\.\/[^']+)'/g)) {
      const [to] = /^services\/[^/]+\/src\/[^/]+(?=\/)/.exec(join(path, '..', specifier)) ?? [];
      if (to && to !== from) targets.add(to);
    }
  }
  const reaches = (from: string) => {
    const reached = new Set<string>();
    const queue = [from];
    for (let folder = queue.pop(); folder; folder = queue.pop()) {
      for (const to of arrows.get(folder) ?? []) {
        if (!reached.has(to)) queue.push(to);
        reached.add(to);
      }
    }
    return reached.has(from);
  };
  return [...arrows.keys()].filter(reaches);
}

/** Each service's tables, with the files that insert, update or delete rows. */
function writersOf(sources: readonly Source[]): { table: string; files: string[] }[] {
  const filesByTable = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    for (const table of writesOf(text).tables) {
      if (table === undefined || !isTable(sources, path, table)) continue;
      const name = `${path.split('/')[1]}.${table}`;
      filesByTable.set(name, (filesByTable.get(name) ?? new Set()).add(path));
    }
  }
  return [...filesByTable]
    .map(([table, files]) => ({ table, files: [...files] }))
    .sort((a, b) => b.files.length - a.files.length);
}

function isTable(sources: readonly Source[], path: string, table: string): boolean {
  const database = sources.find((source) => source.path === `${path.split('/src/')[0]}/src/database.ts`);
  return database !== undefined && new RegExp(`^ {2}${table}: `, 'm').test(database.text);
}

/** Files that name all of the values side by side, as a list or a union does. */
function listsOf(sources: readonly Source[], values: readonly string[]): string[] {
  const value = `'(?:${values.join('|')})'`;
  const list = new RegExp(`${value}(?:\\s*[,|]\\s*${value}){${values.length - 1}}`);
  return sources.filter(({ text }) => list.test(text)).map(({ path }) => path);
}

/** Whether a file compares the state of a post, a video or an entry itself. */
function readsStates(text: string): boolean {
  return READS_STATES.some((pattern) => pattern.test(text));
}

/** Types of responses that a feature's calls declare instead of taking them from the contract. */
function responseTypesOf({ path, text }: Source): string[] {
  if (!path.endsWith('/api.ts')) return [];
  const declared = text.matchAll(/^(?:export )?(?:interface (\w+)|type (\w+)(?:<[^=]*>)? = [{'|])/gm);
  return [...declared].map(([, asInterface, asType]) => `${path.split('/')[3]}.${asInterface ?? asType}`);
}
