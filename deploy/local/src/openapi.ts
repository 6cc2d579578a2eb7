import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { routes } from '@reelwright/gateway/routes';
import openApiTypes, { astToString } from 'openapi-typescript';
import { foldersFrom } from './folders.ts';
import { joinDocuments } from './openapi/join-documents.ts';
import { serviceDocuments } from './openapi/service-documents.ts';
import { textLimits } from './openapi/text-limits.ts';
import { runTarget, say } from './say.ts';

/**
 * Writes the public API from the services' route schemas and gateway/routes.ts: the OpenAPI document and the web app's
 * types and text limits of it. `--out FOLDER` writes them below another folder; `make check` compares.
 */
await runTarget(async () => {
  const { root } = foldersFrom(process.env);
  const { values } = parseArgs({ options: { out: { type: 'string', default: root } } });
  const scratch = mkdtempSync(join(tmpdir(), 'reelwright-openapi-'));
  try {
    const document = joinDocuments(await serviceDocuments(root, scratch), routes);
    const types = astToString(await openApiTypes(document as never));
    const header = '// Written by make openapi from gateway/openapi.json. Do not edit.\n\n';
    const limits = JSON.stringify(textLimits(document), null, 2);
    const files = {
      'gateway/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
      'web/src/lib/generated/openapi.ts': `${header}${types}`,
      'web/src/lib/generated/text-limits.ts': `${header}export const textLimits = ${limits} as const;\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      const file = resolve(values.out, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      say(`${name} written`);
    }
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
