import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Plugin } from 'rolldown';

const NAMED = /new URL\('(\.{1,2}\/[^']+)', import\.meta\.url\)/g;

/**
 * Files that code names relative to itself. A bundle has them beside it: a `.ts` file as `.js`, collected in `started`, and
 * any other file as it is, collected in `copied`.
 */
export function namedFiles(started: Map<string, string>, copied: Set<string>): Plugin {
  return {
    name: 'named files',
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: NAMED },
      handler(code, id) {
        return code.replace(NAMED, (_, path: string) => {
          const file = resolve(dirname(id), path);
          const name = basename(file);
          if (!name.endsWith('.ts')) {
            copied.add(file);
            this.emitFile({ type: 'asset', fileName: `src/${name}`, source: readFileSync(file) });
            return beside(name);
          }
          const program = name.slice(0, -'.ts'.length);
          started.set(program, file);
          return beside(`${program}.js`);
        });
      },
    },
  };
}

const beside = (name: string) => `new URL('./${name}', import.meta.url)`;
