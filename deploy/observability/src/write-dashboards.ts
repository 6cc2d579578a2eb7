import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dashboards } from './dashboards/index.ts';
import { root } from './rules.ts';

/** Writes the boards as Grafana reads them: `node write-dashboards.ts [--out FOLDER]`. */
const { values } = parseArgs({ options: { out: { type: 'string' } } });
const folder = values.out ?? join(root, 'charts/reelwright/files/dashboards');
mkdirSync(folder, { recursive: true });
for (const [name, dashboard] of Object.entries(dashboards))
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(dashboard, null, 2)}\n`);
