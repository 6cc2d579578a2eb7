import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Describes the environment of a measurement: the machine and its load, Node, the servers (BENCH_VERSIONS, JSON set by
 * the make target) and packages, resolved from `from`, the bench's import.meta.url.
 */
export function readVersions(
  env: NodeJS.ProcessEnv,
  packages: readonly string[] = [],
  from: string = import.meta.url,
): Record<string, string> {
  const servers = JSON.parse(env.BENCH_VERSIONS || '{}') as Record<string, string>;
  return {
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'cpu'}, ${Math.round(totalmem() / 2 ** 30)} GiB, load ${loadavg()[0]?.toFixed(1)}`,
    node: process.versions.node,
    ...servers,
    ...Object.fromEntries(packages.map((name) => [name, versionOf(name, from)])),
  };
}

/** A package may not export its package.json, so this searches the folders above the package's entry. */
function versionOf(name: string, from: string): string {
  for (let folder = dirname(createRequire(from).resolve(name)); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
    if (manifest.name === name && manifest.version) return manifest.version;
  }
  throw new Error(`no version of ${name} was found`);
}
