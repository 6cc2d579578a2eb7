import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { topics } from '@reelwright/contracts';
import { createTestDatabase, createTestTopics, freePorts } from '@reelwright/testing';
import { stringify } from 'yaml';
import { readCounters } from '../counters.ts';
import { type Address, envoyConfig } from '../envoy-config.ts';
import { routes, type Service } from '../routes.ts';
import { start } from './processes.ts';

const AUTH = join(import.meta.dirname, '../../services/auth/src');
/** The flags with which `make up` starts a service. */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2', '--max-old-space-size=192'];
const NOWHERE = '127.0.0.1:9';

export interface Front {
  /** One gateway for each entry of `services`, all before the same auth. */
  readonly urls: readonly string[];
  /** Auth itself, behind the gateways. */
  readonly authUrl: string;
  readonly databaseUrl: string;
  readonly sessionSecret: string;
  /** The folder of the logs of Envoy and auth. */
  readonly folder: string;
  /** How many requests with a session the n-th gateway has checked at auth so far, and how many sessions it had cached. */
  sessionChecks(n: number): Promise<{ checked: number; cached: number }>;
  readonly pids: { readonly auth: number; readonly envoys: readonly number[] };
  stop(): Promise<void>;
}

/**
 * Gateway and auth as in production: the committed routes in a real Envoy with its access log, and the real auth in a
 * process of its own. Only the services of the options exist.
 */
export async function startFront(options: {
  envoy: string;
  /** Auth's private key and everybody's public ones. */
  identity: { readonly keyFile: string; readonly jwksFile: string };
  services: readonly Partial<Record<Service, Address>>[];
  authFlags?: readonly string[];
}): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'front-'));
  const database = await createTestDatabase({ name: 'auth', migrate: async (url) => migrateAuth(url) });
  const kafka = await createTestTopics(Object.values(topics));
  const [http = 0, check = 0, grpc = 0, ops = 0] = await freePorts(4);
  const sessionSecret = 'a-session-secret-of-thirty-two-letters';
  const auth = await start({
    command: process.execPath,
    args: [...NODE_FLAGS, ...(options.authFlags ?? []), join(AUTH, 'main.ts')],
    log: join(folder, 'auth.log'),
    ready: `http://127.0.0.1:${ops}/readyz`,
    env: {
      PATH: process.env.PATH,
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: String(http),
      CHECK_PORT: String(check),
      GRPC_PORT: String(grpc),
      OPS_PORT: String(ops),
      DATABASE_URL: database.url,
      ...kafka.settings,
      KAFKA_TOPIC_PREFIX: kafka.prefix,
      PUBLIC_URL: 'http://localhost:8080',
      IDENTITY_JWKS_FILE: options.identity.jwksFile,
      IDENTITY_KEY_FILE: options.identity.keyFile,
      SESSION_SECRET: sessionSecret,
      ADMIN_CODE_HASH: '$argon2id$v=19$m=8,t=1,p=1$bm9ib2R5$bm9ib2R5bm9ib2R5bm9ib2R5',
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ACCOUNTS_URL: `http://${NOWHERE}`,
      GOOGLE_OAUTH_URL: `http://${NOWHERE}`,
      GOOGLE_CERTS_URL: `http://${NOWHERE}`,
      BILLING_GRPC: NOWHERE,
      SCHEDULING_GRPC: NOWHERE,
    },
  });
  const unreachable = { host: '127.0.0.1', port: 9 };
  const names = [...new Set(routes.map((route) => route.service))];
  const envoys = await Promise.all(
    options.services.map(async (ownServices, index) => {
      const [port = 0, adminPort = 0] = await freePorts(2);
      const config = envoyConfig(
        {
          listen: { host: '127.0.0.1', port },
          admin: { host: '127.0.0.1', port: adminPort },
          services: {
            ...(Object.fromEntries(names.map((name) => [name, unreachable])) as Record<Service, Address>),
            auth: { host: '127.0.0.1', port: http },
            ...ownServices,
          },
          authCheck: { host: '127.0.0.1', port: check },
          web: unreachable,
          trustedHops: 0,
        },
        routes,
      );
      const file = join(folder, `envoy-${index}.yaml`);
      writeFileSync(file, stringify(config, { aliasDuplicateObjects: false }));
      const envoy = await start({
        command: options.envoy,
        // One worker, as in production on 1.5 cores.
        args: ['--concurrency', '1', '--log-level', 'warn', '--disable-hot-restart', '--config-path', file],
        log: join(folder, `envoy-${index}.log`),
        ready: `http://127.0.0.1:${adminPort}/ready`,
        env: { PATH: process.env.PATH },
      });
      return { ...envoy, url: `http://127.0.0.1:${port}`, admin: `http://127.0.0.1:${adminPort}` };
    }),
  );
  return {
    urls: envoys.map(({ url }) => url),
    authUrl: `http://127.0.0.1:${http}`,
    databaseUrl: database.url,
    sessionSecret,
    folder,
    async sessionChecks(n) {
      const {
        ok = 0,
        denied = 0,
        error = 0,
        disabled = 0,
      } = await readCounters(envoys[n]?.admin ?? '', 'http.public.ext_authz.session');
      return { checked: ok + denied + error, cached: disabled };
    },
    pids: { auth: auth.pid, envoys: envoys.map(({ pid }) => pid) },
    async stop() {
      await Promise.all(envoys.map((envoy) => envoy.stop()));
      await auth.stop();
      await database.drop();
      await kafka.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Auth is another package: it is run, not imported. */
function migrateAuth(url: string): void {
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(AUTH, 'migrate.ts')], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
