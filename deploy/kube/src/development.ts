import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseUrls, databaseUrls } from '@reelwright/local/databases';
import type { Folders } from '@reelwright/local/folders';
import { portsFrom, SERVICES, type ServiceName } from '@reelwright/local/ports';
import { ensureIdentityKeys, ensureSecrets, type IdentityFiles, type Secrets } from '@reelwright/local/secrets';
import { type StackSettings, sandboxEnv, serviceEnv } from '@reelwright/local/service-env';
import { type Setting, secretsApart, settingsOf } from '@reelwright/local/service-settings';
import { DATA_IMAGES } from './chart-images.ts';
import type { ClusterSettings } from './cluster-settings.ts';
import { type ServiceFacts, serviceFacts } from './service-facts.ts';
import { isSetByChart } from './settings-schema.ts';

type Values = Readonly<Record<string, unknown>>;

/** What an installation for development is made of: the values of both charts, and what they refer to by name. */
export interface Installation {
  readonly data: Values;
  readonly product: Values;
  /** Kubernetes Secrets by name. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly jwks: string;
  readonly adminCode: string;
}

const BUCKET = 'reelwright';
const STORE_SECRET = 'reelwright-object-store';
const STORE_KEY = 'reelwright';

/**
 * A laptop's few cores have room for all parts, and for one more of each during a rollout. Every request waits for the gateway
 * and its check at auth: these get more of the time than a part that starts.
 */
const SMALL = { requests: { cpu: '10m' } };
const FIRST = { requests: { cpu: '100m' } };

/**
 * Skaffold labels what it deploys with the id of its run. It is the same for all runs, and for `make kube-up`: pods start
 * again when their image changes, and not because another run deploys them.
 */
export const SKAFFOLD_RUN = { 'skaffold.dev/run-id': 'reelwright' };

type Service = Awaited<ReturnType<typeof serviceOf>>;

/** The same settings as those of `make up`, with the addresses of the cluster. Secrets are made once and kept in `folders.run`. */
export async function developmentInstallation(folders: Folders, cluster: ClusterSettings): Promise<Installation> {
  const secrets = ensureSecrets(folders.run);
  const settings = stackSettings(folders, cluster, secrets);
  const facts = await serviceFacts(folders.root);
  const services = await Promise.all(
    SERVICES.map((service) => serviceOf(folders.root, service, facts[service], settings)),
  );
  const identity = ensureIdentityKeys(folders.run);
  return {
    adminCode: secrets.adminCode,
    jwks: readFileSync(identity.jwks, 'utf8'),
    secrets: secretValues(services, settings, identity),
    data: dataValues(cluster),
    product: productValues(cluster, services, settings),
  };
}

function secretValues(
  services: readonly Service[],
  settings: StackSettings,
  identity: IdentityFiles,
): Installation['secrets'] {
  const { secrets, databases } = settings;
  const ofServices = services.map(({ service, secret }) => [
    `reelwright-${service}`,
    { ...secret, IDENTITY_KEY: readFileSync(identity.key(service), 'utf8') },
  ]);
  return {
    'reelwright-postgres': { POSTGRES_PASSWORD: secrets.postgresPassword, ADMIN_DATABASE_URL: databases.admin },
    [STORE_SECRET]: { AWS_ACCESS_KEY_ID: STORE_KEY, AWS_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey },
    'reelwright-sandbox': { CLOCK_URL: sandboxEnv(settings).CLOCK_URL ?? '' },
    ...Object.fromEntries(ofServices),
  };
}

function dataValues({ images, digests }: ClusterSettings): Values {
  return {
    images: { registry: images, digests: pick(digests, DATA_IMAGES) },
    objectStore: { bucket: BUCKET, secret: STORE_SECRET },
  };
}

function productValues(cluster: ClusterSettings, services: readonly Service[], settings: StackSettings): Values {
  const { digests, replicas } = cluster;
  const serviceValues = ({ service, values }: Service) => ({
    ...values,
    digest: digests[service] ?? '',
    resources: service === 'auth' ? FIRST : SMALL,
    ...(service === 'generation' && { autoscaling: autoscalingOf(cluster) }),
  });
  return {
    environment: 'development',
    publicUrl: settings.publicUrl,
    commonLabels: SKAFFOLD_RUN,
    // Skaffold names its images so, and shows the logs of pods whose image has this name.
    images: { registry: cluster.images, digestTag: 'latest' },
    // An edit of a part with a single replica is live as soon as its pod is ready.
    defaults: { replicas, ...(replicas === 1 && { minReadySeconds: 0 }) },
    services: Object.fromEntries(services.map((one) => [one.service, serviceValues(one)])),
    web: { replicas, digest: digests.web ?? '', resources: SMALL },
    gateway: {
      replicas,
      digest: digests.gateway ?? '',
      resources: FIRST,
      service: { type: 'NodePort', nodePort: cluster.portBase, externalTrafficPolicy: 'Cluster' },
    },
    tools: { digest: digests.tools ?? '' },
    kafka: { brokers: settings.brokers },
    objectStore: {
      url: `s3://${BUCKET}?endpoint=${encodeURIComponent('http://object-store:8333')}`,
      credentialsSecret: STORE_SECRET,
    },
    networkPolicy: {
      postgres: [toPods('postgres', 5_432)],
      kafka: [toPods('kafka', 9_092)],
      objectStore: [toPods('object-store', 8_333)],
    },
    sandbox: sandboxValues(cluster, settings),
  };
}

function sandboxValues({ digests }: ClusterSettings, settings: StackSettings): Values {
  const { CLOCK_URL: _, PUBLIC_URL: __, SANDBOX_DIR: ___, PORT_BASE, ...others } = sandboxEnv(settings);
  return {
    enabled: true,
    digest: digests.sandbox ?? '',
    settings: { ...others, PORT_BASE: Number(PORT_BASE) },
    ports: settings.ports.sandbox,
    storage: '2Gi',
  };
}

function stackSettings(folders: Folders, cluster: ClusterSettings, secrets: Secrets): StackSettings {
  const databases: DatabaseUrls = databaseUrls(
    `postgres://postgres:${secrets.postgresPassword}@postgres:5432/postgres`,
  );
  return {
    env: cluster.env,
    folders,
    ports: portsFrom(cluster.portBase),
    publicUrl: cluster.publicUrl,
    secrets,
    identity: { jwks: '', key: () => '' },
    databases,
    brokers: 'kafka:9092',
    ffmpeg: { ffmpeg: '', ffprobe: '' },
    servers: { sandbox: 'sandbox', gateway: 'http://gateway' },
  };
}

/** A laptop has room for a few processes, and does not wait ten minutes for one to leave. */
function autoscalingOf({ autoscaling, replicas }: ClusterSettings) {
  if (autoscaling === 'none') return { kind: 'none' };
  return { kind: 'keda', min: replicas, max: replicas + 3, duePerReplica: 8, scaleDownSeconds: 60 };
}

/** What the values of a service say, and what is in its Secret. */
async function serviceOf(root: string, service: ServiceName, facts: ServiceFacts, settings: StackSettings) {
  const declared = await settingsOf(root, service);
  const { secrets, others } = secretsApart(declared, serviceEnv(service, settings));
  const inValues = Object.entries(others).filter(([name]) => !isSetByChart(name));
  return {
    service,
    secret: secrets,
    values: {
      settings: Object.fromEntries(inValues.map(([name, value]) => [name, typed(declared.properties[name], value)])),
      optionalSecrets: Object.keys(secrets).filter((name) => !facts.requiredSecrets.includes(name)),
    },
  };
}

function typed({ type }: Setting = {}, text: string): unknown {
  if (type === 'integer') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

const toPods = (name: string, port: number) => ({
  to: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': name } } }],
  ports: [{ protocol: 'TCP', port }],
});

function pick(from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));
}

/** The folder of an installation's secrets and values. */
export const kubeFolder = (folders: Folders): string => join(folders.home, 'kube');
