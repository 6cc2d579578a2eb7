import { ExpectedError } from '@reelwright/local/say';

/** What the environment says of the cluster and of the installation in it. */
export interface ClusterSettings {
  readonly namespace: string;
  /** Host and path before the names of the images. */
  readonly images: string;
  /** Digests by image. */
  readonly digests: Readonly<Record<string, string>>;
  readonly replicas: number;
  /** What decides how many processes generation has: nothing, or KEDA by the videos that are due. */
  readonly autoscaling: Autoscaling;
  /** The gateway's port on every node; the sandbox's follow from it. */
  readonly portBase: number;
  readonly publicUrl: string;
  /** Settings of `make up` that apply here too. */
  readonly env: NodeJS.ProcessEnv;
}

const AUTOSCALINGS = ['none', 'keda'] as const;
export type Autoscaling = (typeof AUTOSCALINGS)[number];

const FIRST_NODE_PORT = 30_000;
const LAST_NODE_PORT = 32_767;
const DEFAULT_PORT_BASE = 30_080;
/** The sandbox's last port is this far above the gateway's. */
const HIGHEST_OFFSET = 57;
const PASSED_ON = [
  'VIDEO_MODEL',
  'VIDEO_MODEL_POLL_MS',
  'RENDERER_QUALITY',
  'RENDER_BUDGET_SECONDS',
  'SANDBOX_VIDEO_SECONDS',
  'LOG_LEVEL',
];

/** @throws ExpectedError for a name that no namespace can have */
export function namespaceFrom({ NAMESPACE: namespace = 'reelwright' }: NodeJS.ProcessEnv): string {
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(namespace)) {
    throw new ExpectedError(`NAMESPACE must be a name of lower-case letters, digits and dashes, not "${namespace}".`);
  }
  return namespace;
}

/** @throws ExpectedError when a setting is missing or wrong */
export function clusterSettings(env: NodeJS.ProcessEnv, digests: Readonly<Record<string, string>>): ClusterSettings {
  const { REGISTRY: registry = '' } = env;
  const autoscaling = AUTOSCALINGS.find((kind) => kind === (env.AUTOSCALING || 'none'));
  if (!autoscaling) throw new ExpectedError(`AUTOSCALING must be none or keda, not "${env.AUTOSCALING}".`);
  const replicas = wholeNumber('REPLICAS', env.REPLICAS || '1', 1, 9);
  const last = LAST_NODE_PORT - HIGHEST_OFFSET;
  const portBase = wholeNumber('PORT_BASE', env.PORT_BASE || String(DEFAULT_PORT_BASE), FIRST_NODE_PORT, last);
  return {
    namespace: namespaceFrom(env),
    images: `${registry.replace(/\/$/, '')}/reelwright`,
    digests,
    replicas,
    autoscaling,
    portBase,
    publicUrl: env.PUBLIC_URL || `http://localhost:${portBase}`,
    env: Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
  };
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new ExpectedError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}
