import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A setting as `src/config.ts` of a service declares it, for TypeBox and libs/config. */
export interface Setting {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly secret?: boolean;
  readonly production?: { readonly must: string; readonly value?: string; readonly isRequired?: true };
}

export interface ServiceSettings {
  readonly properties: Readonly<Record<string, Setting>>;
  readonly required: readonly string[];
}

/** The settings of a service, from the schema that its config.ts exports. */
export async function settingsOf(root: string, service: string): Promise<ServiceSettings> {
  const file = join(root, 'services', service, 'src/config.ts');
  const exported = Object.values((await import(pathToFileURL(file).href)) as Record<string, unknown>);
  const schema = exported.find(isSchema);
  if (!schema) throw new Error(`services/${service}/src/config.ts exports no schema of its settings`);
  return { properties: schema.properties, required: schema.required ?? [] };
}

const isSchema = (value: unknown): value is ServiceSettings & { readonly type: 'object' } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'object' && 'properties' in value;
