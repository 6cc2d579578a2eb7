import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Logger, silentLogger } from '@reelwright/logger';
import { databaseUrls } from '../databases.ts';
import { foldersFrom } from '../folders.ts';
import { portBaseFrom, portsFrom, SERVICES, type ServiceName } from '../ports.ts';
import { ensureIdentityKeys, ensureSecrets } from '../secrets.ts';
import { type StackSettings, serviceEnv } from '../service-env.ts';
import type { Document } from './document.ts';

interface ConfigModule {
  readonly loadConfig: (env: NodeJS.ProcessEnv) => object;
}
interface AppModule {
  readonly buildApp: (options: { config: object; logger: Logger }) => Promise<{
    readonly http: { readonly app: { ready(): PromiseLike<unknown>; swagger(): Document } };
  }>;
}

/**
 * The OpenAPI document of every service, from an app that is built and never started: its settings point to no server,
 * and nothing connects. `scratch` is a folder for the keys such an app reads.
 */
export async function serviceDocuments(root: string, scratch: string): Promise<ReadonlyMap<ServiceName, Document>> {
  const settings = settingsWithoutServers(scratch);
  const documents = new Map<ServiceName, Document>();
  for (const service of SERVICES) {
    // By path, because a service is not a dependency of the tools.
    const load = async <Module>(file: string) =>
      (await import(pathToFileURL(join(root, 'services', service, 'src', file)).href)) as Module;
    const { loadConfig } = await load<ConfigModule>('config.ts');
    const { buildApp } = await load<AppModule>('app.ts');
    const { http } = await buildApp({ config: loadConfig(serviceEnv(service, settings)), logger: silentLogger });
    await http.app.ready();
    documents.set(service, http.app.swagger());
  }
  return documents;
}

/** The local stack's settings (service-env.ts) with keys and secrets of their own. */
function settingsWithoutServers(scratch: string): StackSettings {
  mkdirSync(scratch, { recursive: true });
  const env = { REELWRIGHT_HOME: scratch };
  return {
    env,
    folders: foldersFrom(env),
    ports: portsFrom(portBaseFrom(env)),
    publicUrl: 'http://localhost:8080',
    secrets: ensureSecrets(scratch),
    identity: ensureIdentityKeys(scratch),
    databases: databaseUrls('postgres://nobody@127.0.0.1:1/none'),
    brokers: '127.0.0.1:1',
    ffmpeg: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
  };
}
