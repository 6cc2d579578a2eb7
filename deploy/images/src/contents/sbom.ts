import { runCommand } from '@reelwright/local/toolchain/command';
import type { Tree } from '../tree/tree.ts';
import type { ForeignLayer } from './foreign.ts';
import type { Package } from './packages.ts';

/** Where an image has its own list of components. */
export const SBOM_PATH = '/app/sbom.cdx.json';

// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own notation.
const FORMAT = '${Package} ${Version}\n';

interface Contents {
  readonly title: string;
  readonly packages: readonly Package[];
  readonly foreign: ForeignLayer['versions'];
  /** Layers with files of the host. */
  readonly trees: readonly Tree[];
}

/** A CycloneDX document of an image's components, without a serial number and a time: equal images have equal documents. */
export async function sbomOf({ title, packages, foreign, trees }: Contents): Promise<string> {
  const components = [
    component(
      'application',
      { name: 'node', version: process.versions.node },
      `pkg:generic/node@${process.versions.node}`,
    ),
    ...[...foreign].map(([name, version]) =>
      component('application', { name, version }, `pkg:generic/${name}@${version}`),
    ),
    ...packages.map((of) => component('library', of, `pkg:npm/${of.name.replace('@', '%40')}@${of.version}`)),
    ...(await debianPackagesOf(trees)).map((of) =>
      component('library', of, `pkg:deb/debian/${of.name}@${encodeURIComponent(of.version)}`),
    ),
  ];
  const sorted = [...new Map(components.map((of) => [of.purl, of])).entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'container', name: title } },
    components: sorted.map(([, of]) => of),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function component(type: 'application' | 'library', { name, version }: Package, purl: string) {
  return { type, 'bom-ref': purl, name, version, purl };
}

/** Names and versions of all packages that Debian has installed on this machine. */
export async function installedPackages(): Promise<string> {
  const { code, output } = await runCommand('dpkg-query', ['-W', '-f', FORMAT]);
  if (code !== 0) throw new Error(`dpkg-query failed: ${output}`);
  return output;
}

/** The Debian packages that files of the host belong to. */
async function debianPackagesOf(trees: readonly Tree[]): Promise<Package[]> {
  const files = trees.flatMap((tree) => tree.entries().flatMap(([, entry]) => ('from' in entry ? [entry.from] : [])));
  // dpkg knows some files by their paths before /lib became /usr/lib. It reports the others as unknown.
  const paths = files.flatMap((file) => [file, file.replace(/^\/usr\/(lib|bin)/, '/$1')]);
  const { output } = await runCommand('dpkg', ['-S', ...new Set(paths)], { env: { ...process.env, LC_ALL: 'C' } });
  const names = output.split('\n').flatMap((line) => /^([^\s:]+)(?::\S+)?: \//.exec(line)?.[1] ?? []);
  if (names.length === 0) return [];
  const query = await runCommand('dpkg-query', ['-W', '-f', FORMAT, ...new Set(names)]);
  return query.output
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', version = ''] = line.split(' ');
      return { name, version };
    });
}
