import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { envoyConfig } from './envoy-config.ts';
import { kubernetesDefaults, kubernetesTopology } from './kubernetes-topology.ts';
import { localTopology } from './local-topology.ts';
import { routes } from './routes.ts';

/**
 * Writes the Envoy configuration:
 * `node gateway/render.ts --local [--port-base 8080] --out FILE`
 * `node gateway/render.ts --kubernetes [--names '{part}-headless'] [--trusted-hops 1] --out FILE`
 * gateway/envoy.local.yaml is the committed output for the default ports; `make check` fails when it is out of date.
 */
const { values } = parseArgs({
  options: {
    local: { type: 'boolean', default: false },
    'port-base': { type: 'string', default: '8080' },
    kubernetes: { type: 'boolean', default: false },
    names: { type: 'string', default: kubernetesDefaults.names },
    'trusted-hops': { type: 'string', default: String(kubernetesDefaults.trustedHops) },
    out: { type: 'string' },
  },
});
if (values.local === values.kubernetes || !values.out) {
  process.stderr.write('usage: node gateway/render.ts --local [--port-base N] --out FILE\n');
  process.stderr.write(
    "       node gateway/render.ts --kubernetes [--names '{part}-headless'] [--trusted-hops N] --out FILE\n",
  );
  process.exit(2);
}
const topology = values.local
  ? localTopology(Number(values['port-base']))
  : kubernetesTopology({ names: values.names, trustedHops: Number(values['trusted-hops']) });
const header = '# Written by gateway/render.ts from gateway/routes.ts. Do not edit.\n';
// Anchors for repeated objects would be legal but hard to read in a diff.
writeFileSync(
  values.out,
  header + stringify(envoyConfig(topology, routes), { aliasDuplicateObjects: false, lineWidth: 140 }),
);
