import { readFileSync } from 'node:fs';
import type { TObject, TSchema } from 'typebox';

/** Options of a setting that is a secret: the file that `<NAME>_FILE` names may hold its value. */
export const secret = { secret: true } as const;

export const isSecret = (setting: TSchema): boolean => 'secret' in setting && setting.secret === true;

/** The environment with the secrets from files, and their names; `wrong` says by name what is wrong with a secret's variables. */
export function withSecretFiles(
  schema: TObject,
  env: NodeJS.ProcessEnv,
): { env: NodeJS.ProcessEnv; wrong: ReadonlyMap<string, string>; fromFile: ReadonlySet<string> } {
  const values = { ...env };
  const wrong = new Map<string, string>();
  const fromFile = new Set<string>();
  for (const [name, setting] of Object.entries(schema.properties)) {
    // `<NAME>_FILE` may be a setting of its own.
    const file = `${name}_FILE` in schema.properties ? undefined : env[`${name}_FILE`];
    if (!file) continue;
    if (!isSecret(setting)) {
      wrong.set(name, `${name}_FILE (only secrets are read from files: set ${name})`);
      continue;
    }
    if (env[name]) {
      wrong.set(name, `${name} and ${name}_FILE (set one of them)`);
      continue;
    }
    try {
      values[name] = readFileSync(file, 'utf8').trim();
      fromFile.add(name);
      if (values[name] === '') wrong.set(name, `${name}_FILE (the file is empty)`);
    } catch (error) {
      wrong.set(name, `${name}_FILE (the file can't be read: ${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return { env: values, wrong, fromFile };
}
