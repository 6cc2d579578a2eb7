import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { envoyConfig } from './envoy-config.ts';
import { kubernetesDefaults, kubernetesTopology } from './kubernetes-topology.ts';
import { localTopology } from './local-topology.ts';
import { routes } from './routes.ts';

/**
 * Writes the Envoy configuration:
 * `node gateway/render.ts --local [--port-base 8080] [--replicas 1] --out FILE`
 * `node gateway/render.ts --kubernetes [--names '{part}-headless'] [--trusted-hops 1] --out FILE`
 * gateway/envoy.local.yaml is the committed output for the default ports; `make check` fails when it is out of date.
 */
const { values } = parseArgs({
  options: {
    local: { type: 'boolean', default: false },
    'port-base': { type: 'string', default: '8080' },
    replicas: { type: 'string', default: '1' },
    kubernetes: { type: 'boolean', default: false },
    names: { type: 'string', default: kubernetesDefaults.names },
    'trusted-hops': { type: 'string', default: String(kubernetesDefaults.trustedHops) },
    out: { type: 'string' },
  },
});
if (values.local === values.kubernetes || !values.out) {
  process.stderr.write('usage: node gateway/render.ts --local [--port-base N] [--replicas N] --out FILE\n');
  process.stderr.write(
    "       node gateway/render.ts --kubernetes [--names '{part}-headless'] [--trusted-hops N] --out FILE\n",
  );
  process.exit(2);
}
if (!values.names.includes('{part}'))
  refuse(`--names must have {part} in it, for the part's name; it is "${values.names}"`);
const topology = values.local
  ? localTopology(wholeNumber('port-base'), wholeNumber('replicas'))
  : kubernetesTopology({ names: values.names, trustedHops: wholeNumber('trusted-hops') });
const header = '# Written by gateway/render.ts from gateway/routes.ts. Do not edit.\n';
// Anchors for repeated objects would be legal but hard to read in a diff.
writeFileSync(
  values.out,
  header + stringify(envoyConfig(topology, routes), { aliasDuplicateObjects: false, lineWidth: 140 }),
);

function wholeNumber(option: 'port-base' | 'replicas' | 'trusted-hops'): number {
  const text = values[option];
  if (!/^\d{1,5}$/.test(text)) refuse(`--${option} must be a whole number; it is "${text}"`);
  return Number(text);
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
