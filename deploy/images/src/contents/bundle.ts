import { dirname, join, relative, resolve } from 'node:path';
import { type OutputAsset, type OutputChunk, rolldown } from 'rolldown';
import { namedFiles } from './named-files.ts';
import { withoutMaps } from './without-maps.ts';

/** Packages that stay in node_modules: the first two are native, the third reads a file beside its code. */
const EXTERNAL = ['sharp', '@napi-rs/canvas', 'grpc-health-check'];

export interface Bundle {
  /** By path below /app. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** Paths of all files that are in the bundle. */
  readonly sources: ReadonlySet<string>;
  /** Packages that the code loads from node_modules. */
  readonly external: ReadonlySet<string>;
}

/**
 * Bundles programs that share their code. A file that the code names as `new URL('./x.ts', import.meta.url)` is started as
 * a thread or a process of its own: it is a bundle of its own. Any other file that is named so is copied to `src`.
 * @param entries the source of each file below /app, without `.js`
 */
export async function bundle(root: string, entries: Readonly<Record<string, string>>): Promise<Bundle> {
  const files = new Map<string, string | Uint8Array>();
  const sources = new Set<string>();
  const external = new Set<string>();
  const started = new Map<string, string>();

  async function build(input: Readonly<Record<string, string>>, isAlone: boolean): Promise<void> {
    const children = new Map<string, string>();
    const bundling = await rolldown({
      cwd: root,
      input,
      platform: 'node',
      external: EXTERNAL,
      plugins: [namedFiles(children, sources), withoutMaps()],
      preserveEntrySignatures: 'strict',
      // Warnings are about code of packages, such as eval in protobufjs.
      logLevel: 'silent',
    });
    const { output } = await bundling.generate({
      dir: join(root, 'app'),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'src/[name]-[hash].js',
      assetFileNames: 'src/[name][extname]',
      sourcemap: true,
      sourcemapExcludeSources: true,
      // Paths in the checkout: /services/auth/src/app.ts.
      sourcemapPathTransform: (source, map) => `/${relative(root, resolve(dirname(map), source))}`,
      ...(isAlone && { codeSplitting: false }),
    });
    await bundling.close();
    for (const file of output) add(file);
    for (const [name, source] of children) {
      const known = started.get(name);
      if (known === source) continue;
      if (known) throw new Error(`${known} and ${source} would both be src/${name}.js`);
      started.set(name, source);
      await build({ [`src/${name}`]: source }, true);
    }
  }

  function add(file: OutputChunk | OutputAsset): void {
    files.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
    if (file.type === 'asset') return;
    for (const source of file.moduleIds) sources.add(source);
    for (const name of [...file.imports, ...file.dynamicImports]) if (EXTERNAL.includes(name)) external.add(name);
  }

  await build(entries, false);
  return { files, sources, external };
}
