import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { envoyConfig } from './envoy-config.ts';
import { localTopology } from './local-topology.ts';
import { routes } from './routes.ts';

/**
 * Writes the Envoy configuration: `node gateway/render.ts --local [--port-base 8080] --out FILE`.
 * gateway/envoy.local.yaml is the committed output for the default ports; `make check` fails when it is out of date.
 */
const { values } = parseArgs({
  options: {
    local: { type: 'boolean', default: false },
    'port-base': { type: 'string', default: '8080' },
    out: { type: 'string' },
  },
});
if (!values.local || !values.out) {
  process.stderr.write('usage: node gateway/render.ts --local [--port-base N] --out FILE\n');
  process.exit(2);
}
const config = envoyConfig(localTopology(Number(values['port-base'])), routes);
const header = '# Written by gateway/render.ts from gateway/routes.ts. Do not edit.\n';
// Anchors for repeated objects would be legal but hard to read in a diff.
writeFileSync(values.out, header + stringify(config, { aliasDuplicateObjects: false, lineWidth: 140 }));
