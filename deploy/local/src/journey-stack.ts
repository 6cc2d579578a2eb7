import { join } from 'node:path';
import { portsFrom, SERVICES } from './ports.ts';
import { type RunningStack, runningStack } from './running-stack.ts';
import { wantsS3 } from './s3-server.ts';
import { readSecrets } from './secrets.ts';
import { type CommandResult, runCommand } from './toolchain/command.ts';

/** A stack for browser journeys, beside other stacks and without their data. */
export interface JourneyStack {
  readonly running: RunningStack;
  /** What the journeys read, once the stack is up. */
  journeyEnv(): NodeJS.ProcessEnv;
  up(): Promise<CommandResult>;
  /** Stops it and drops its data. */
  reset(): Promise<CommandResult>;
  /** Runs a script of the checkout's deploy/local/src with the settings of the stack. */
  script(name: string, extra?: NodeJS.ProcessEnv): Promise<CommandResult>;
}

/** @param options.root the checkout that the stack runs */
export function journeyStack(options: {
  root: string;
  home: string;
  portBase: number;
  chromium: string;
  env: NodeJS.ProcessEnv;
}): JourneyStack {
  const { root, home, portBase, chromium } = options;
  const env = {
    ...options.env,
    ONLY: '',
    PORT_BASE: String(portBase),
    REELWRIGHT_HOME: home,
    RENDERER_QUALITY: 'instant',
    // The developer's own servers may have data, so the journeys use servers of their own.
    DATABASE_URL: '',
    KAFKA_BROKERS: '',
  };
  const ports = portsFrom(portBase);
  const baseUrl = `http://localhost:${ports.gateway.http}`;
  const running = runningStack(env);
  const script = (name: string, extra: NodeJS.ProcessEnv = {}) =>
    runCommand(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(root, 'deploy/local/src', `${name}.ts`)],
      { cwd: root, env: { ...env, ...extra } },
    );
  return {
    running,
    script,
    up: () => script('up', { DETACH: '1' }),
    reset: () => script('reset'),
    journeyEnv() {
      const databases = running.databases();
      return {
        ...env,
        CHROME_PATH: chromium,
        BASE_URL: baseUrl,
        SANDBOX_URL: `http://localhost:${ports.sandbox.console}`,
        MEDIA_ORIGIN: wantsS3(env) ? `http://127.0.0.1:${ports.s3.http}` : baseUrl,
        // The journeys compare screens with the services' own tables.
        DATABASES: JSON.stringify(Object.fromEntries(SERVICES.map((service) => [service, databases.service(service)]))),
        ADMIN_CODE: readSecrets(running.folders.run)?.adminCode,
      };
    },
  };
}
