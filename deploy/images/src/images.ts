import { PROCESS_FLAGS, UPLOAD_SETTINGS } from '@reelwright/local/process-settings';
import type { ServiceName } from '@reelwright/local/running-stack';

/** Programs that are not ours. */
export type ProgramName = 'ffmpeg' | 'ffprobe' | 'envoy' | 'postgres' | 'kafka' | 'seaweedfs';

export interface Image {
  readonly description: string;
  /** Not for production. */
  readonly isDevelopment?: boolean;
  /** Folder of the package that it is built from, relative to the root. */
  readonly folder: string;
  /** Sources of its programs by their name in /app/src, relative to the root. */
  readonly programs: Readonly<Record<string, string>>;
  readonly foreign?: readonly ProgramName[];
  /** Arguments of `src/main.js`. */
  readonly args?: readonly string[];
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const service = (name: ServiceName, description: string, more: Partial<Image> = {}): Image => ({
  description,
  folder: `services/${name}`,
  ...more,
  programs: {
    main: `services/${name}/src/main.ts`,
    migrate: `services/${name}/src/migrate.ts`,
    ...more.programs,
  },
});

const services: Record<ServiceName, Image> = {
  auth: service('auth', 'Accounts, sessions, API keys and the check of each request', {
    programs: {
      'hash-code-command': 'services/auth/src/admin/hash-code-command.ts',
      'erase-account-command': 'services/auth/src/accounts/erase-account-command.ts',
    },
  }),
  billing: service('billing', 'Plans, payments and what a plan allows', {
    programs: { 'reconcile-with-stripe-command': 'services/billing/src/reconcile/reconcile-with-stripe-command.ts' },
  }),
  scheduling: service('scheduling', 'The calendar, its entries and the configuration of videos'),
  generation: service('generation', 'Makes the videos and serves them', { foreign: ['ffmpeg', 'ffprobe'] }),
  drive: service('drive', 'Delivers videos to Google Drive'),
  publishing: service('publishing', 'Connections to platforms, and their posts', {
    programs: { 'reencrypt-tokens-command': 'services/publishing/src/connections/reencrypt-tokens-command.ts' },
  }),
  analytics: service('analytics', 'The reports of the administration'),
  'external-api': service('external-api', 'The API of partners', {
    foreign: ['ffprobe'],
    flags: UPLOAD_SETTINGS.flags,
    env: UPLOAD_SETTINGS.env,
  }),
};

/** The closed list of images. */
export const images = {
  ...services,
  web: { description: 'The web app', folder: 'web', programs: { main: 'web/server/main.ts' } },
  gateway: {
    description: 'Envoy, with the routes of the product',
    folder: 'gateway',
    programs: { main: 'gateway/run-envoy.ts' },
    foreign: ['envoy'],
    args: ['/usr/local/bin/envoy', '/etc/envoy/envoy.yaml', '--log-level', 'warn'],
  },
  tools: {
    description: 'Commands of operators',
    folder: 'deploy/local',
    programs: {
      main: 'deploy/images/src/programs/tools.ts',
      databases: 'deploy/local/src/databases-command.ts',
      topics: 'deploy/local/src/topics.ts',
      grants: 'deploy/local/src/grants.ts',
      bucket: 'deploy/local/src/bucket.ts',
      replay: 'libs/kafka/src/replay-command.ts',
    },
  },
  sandbox: {
    description: 'Plays Google, TikTok, Meta, Stripe and a mail server, for development',
    isDevelopment: true,
    folder: 'deploy/sandbox',
    programs: { main: 'deploy/sandbox/src/main.ts' },
    foreign: ['ffmpeg'],
  },
  postgres: {
    description: 'PostgreSQL, for development',
    isDevelopment: true,
    folder: 'deploy/images',
    programs: { main: 'deploy/images/src/programs/postgres.ts' },
    foreign: ['postgres'],
  },
  kafka: {
    description: 'Kafka, for development',
    isDevelopment: true,
    folder: 'deploy/images',
    programs: { main: 'deploy/images/src/programs/kafka.ts' },
    foreign: ['kafka'],
  },
  seaweedfs: {
    description: 'SeaweedFS, an S3 server, for development',
    isDevelopment: true,
    folder: 'deploy/images',
    programs: { main: 'deploy/images/src/programs/seaweedfs.ts' },
    foreign: ['seaweedfs'],
  },
} satisfies Record<string, Image>;

export type ImageName = keyof typeof images;
export const IMAGE_NAMES = Object.keys(images) as readonly ImageName[];
export const imageOf = (name: ImageName): Image => images[name];

/** The command of an image, after `node`. The limit of the heap depends on the pod's memory: its manifest sets it. */
export function commandOf({ flags = [], args = [] }: Image): string[] {
  return [...PROCESS_FLAGS, ...flags, '--enable-source-maps', 'src/main.js', ...args];
}
