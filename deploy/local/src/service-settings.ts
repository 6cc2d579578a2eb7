import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A setting as `src/config.ts` of a service declares it, for TypeBox and libs/config. */
export interface Setting {
  readonly type?: string;
  readonly enum?: readonly string[];
  /** Of a union of literals. */
  readonly anyOf?: readonly { readonly const?: unknown }[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly secret?: boolean;
  readonly production?: {
    readonly must: string;
    readonly value?: string;
    readonly isRequired?: true;
    readonly isForbidden?: true;
    readonly refuses?: Readonly<Record<string, unknown>>;
  };
}

export interface ServiceSettings {
  readonly properties: Readonly<Record<string, Setting>>;
  readonly required: readonly string[];
  /** Reads them from an environment. @throws SettingsError */
  readonly load: (env: NodeJS.ProcessEnv) => unknown;
}

/** The settings of a package such as `services/auth`, from what its config.ts exports; undefined without a config.ts. */
export async function settingsIn(root: string, folder: string): Promise<ServiceSettings | undefined> {
  const file = join(root, folder, 'src/config.ts');
  if (!existsSync(file)) return undefined;
  const exported = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  const schema = Object.values(exported).find(isSchema);
  if (!schema) throw new Error(`${folder}/src/config.ts exports no schema of its settings`);
  const { properties, required = [] } = schema;
  return { properties, required, load: exported['loadConfig'] as ServiceSettings['load'] };
}

/** The settings of a service. */
export async function settingsOf(root: string, service: string): Promise<ServiceSettings> {
  const settings = await settingsIn(root, `services/${service}`);
  if (!settings) throw new Error(`services/${service} has no src/config.ts`);
  return settings;
}

/** The variables of an environment that a service reads, its secrets apart from the others. */
export function secretsApart({ properties }: ServiceSettings, env: NodeJS.ProcessEnv) {
  const read = Object.entries(env).filter(([name]) => properties[name] !== undefined);
  const only = (isSecret: boolean): Record<string, string> =>
    Object.fromEntries(
      read.flatMap(([name, value = '']) => ((properties[name]?.secret ?? false) === isSecret ? [[name, value]] : [])),
    );
  return { secrets: only(true), others: only(false) };
}

interface Schema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Setting>>;
  readonly required?: readonly string[];
}

function isSchema(value: unknown): value is Schema {
  return (
    typeof value === 'object' && value !== null && 'properties' in value && 'type' in value && value.type === 'object'
  );
}
