import { SERVICES, type ServiceName } from '@reelwright/local/ports';
import { type ServiceSettings, settingsOf } from '@reelwright/local/service-settings';
import { declaredTopics } from '@reelwright/local/topic-declarations';
import { secretsOf, settingsInValues } from './settings-schema.ts';

/** What the chart knows of a service: templates read it from charts/reelwright/files/services.json. */
export interface ServiceFacts {
  /** Whether it listens for the gateway's checks. */
  readonly checkPort: boolean;
  readonly grpc: boolean;
  /** Services whose rpcs it calls. */
  readonly calls: readonly string[];
  readonly calledBy: readonly string[];
  readonly trustedProxies: boolean;
  readonly cell: boolean;
  readonly objectStore: boolean;
  readonly mediaRedirect: boolean;
  /** Whether its image has ffprobe. */
  readonly media: boolean;
  /** Ports that it calls providers on. */
  readonly internet: readonly number[];
  /** Topics that it reads. */
  readonly consumes: readonly string[];
  /** The gauge of rows that are due or being worked on, of a service that is scaled by them. */
  readonly dueRows: string;
  /** Settings that values may give it. */
  readonly settings: readonly string[];
  /** Settings that its Secret may have. */
  readonly secrets: readonly string[];
  /** Secret settings without which it does not start. */
  readonly requiredSecrets: readonly string[];
  /** Settings that have one value only in production. */
  readonly productionSettings: Readonly<Record<string, string>>;
}

const HTTPS = 443;
/** 465 and 587 are those of mail. */
const INTERNET: Readonly<Record<ServiceName, readonly number[]>> = {
  auth: [HTTPS, 465, 587],
  billing: [HTTPS],
  scheduling: [],
  generation: [HTTPS],
  drive: [HTTPS],
  publishing: [HTTPS],
  analytics: [],
  'external-api': [HTTPS],
};

const DUE_ROWS: Partial<Record<ServiceName, string>> = {
  generation: 'generation_due_jobs',
  publishing: 'publishing_due_posts',
};

export async function serviceFacts(root: string): Promise<Record<ServiceName, ServiceFacts>> {
  const settings = new Map<ServiceName, ServiceSettings>();
  for (const service of SERVICES) settings.set(service, await settingsOf(root, service));
  const callsOf = (service: ServiceName) =>
    SERVICES.filter((called) => has(settings.get(service), `${called.replaceAll('-', '_').toUpperCase()}_GRPC`));
  const topics = declaredTopics(root);
  const facts = [...settings].map(([service, ofService]): [ServiceName, ServiceFacts] => {
    const { properties, required } = ofService;
    const calledBy = SERVICES.filter((caller) => callsOf(caller).includes(service));
    const secrets = secretsOf(ofService);
    const isRequired = ([name, setting]: (typeof secrets)[number]) =>
      required.includes(name) && setting.default === undefined;
    return [
      service,
      {
        checkPort: 'CHECK_PORT' in properties,
        grpc: calledBy.length > 0,
        calls: callsOf(service),
        calledBy,
        trustedProxies: 'TRUSTED_PROXIES' in properties,
        cell: 'CELL' in properties,
        objectStore: 'OBJECT_STORE_URL' in properties,
        mediaRedirect: 'MEDIA_REDIRECT_ORIGIN' in properties,
        media: 'FFPROBE_PATH' in properties,
        internet: INTERNET[service],
        consumes: topics.filter(({ consumers }) => consumers.includes(service)).map(({ name }) => name),
        dueRows: DUE_ROWS[service] ?? '',
        settings: settingsInValues(ofService).map(([name]) => name),
        secrets: secrets.map(([name]) => name),
        requiredSecrets: secrets.filter(isRequired).map(([name]) => name),
        productionSettings: Object.fromEntries(
          Object.entries(properties).flatMap(([name, { production }]) =>
            production?.value?.startsWith('https://') ? [[name, production.value]] : [],
          ),
        ),
      },
    ];
  });
  return Object.fromEntries(facts) as Record<ServiceName, ServiceFacts>;
}

const has = (settings: ServiceSettings | undefined, name: string): boolean => name in (settings?.properties ?? {});
