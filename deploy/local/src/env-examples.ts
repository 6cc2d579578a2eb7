import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersFrom } from './folders.ts';
import { runTarget, say } from './say.ts';
import { settingsIn } from './service-settings.ts';

/**
 * A service's `.env.example` from the schema that its config.ts exports; undefined without a config.ts. The only values in
 * it are defaults, which are never secrets.
 */
export async function envExample(root: string, service: string): Promise<string | undefined> {
  const settings = await settingsIn(root, service);
  if (!settings) return undefined;
  const required = new Set(settings.required);
  return Object.entries(settings.properties)
    .map(([name, setting]) => {
      const notes = [
        setting.description,
        required.has(name) || setting.default !== undefined ? undefined : 'optional',
        setting.secret && `secret: ${name}_FILE may name a file with it`,
        setting.production && `in production it must ${setting.production.must}`,
      ];
      const comment = notes.filter(Boolean).join('; ');
      return `${comment ? `# ${comment}\n` : ''}${name}=${setting.default ?? ''}\n`;
    })
    .join('');
}

/** Names of the services whose `.env.example` does not match their schema. */
export async function driftedEnvExamples(root: string, services: readonly string[]): Promise<string[]> {
  const drifted: string[] = [];
  for (const service of services) {
    const expected = await envExample(root, service);
    const file = join(root, service, '.env.example');
    if (expected !== undefined && (!existsSync(file) || readFileSync(file, 'utf8') !== expected)) drifted.push(service);
  }
  return drifted;
}

if (import.meta.main) {
  await runTarget(async () => {
    const { root } = foldersFrom(process.env);
    const { packagesOf } = await import('./workspace.ts');
    for (const service of await driftedEnvExamples(root, packagesOf(root))) {
      writeFileSync(join(root, service, '.env.example'), (await envExample(root, service)) ?? '');
      say(`${service}/.env.example written`);
    }
    return 0;
  });
}
