import type { ServiceConfig } from '@reelwright/config';
import { type Component, runUntilSignal } from '@reelwright/lifecycle';
import { createLogger, type Logger } from '@reelwright/logger';
import { createSpanExport } from '@reelwright/tracing';
import { refuseStart } from './refused-start.ts';

/**
 * Builds a service from its settings and runs it until SIGTERM or SIGINT. The last line of every `main.ts`: a service that
 * can't be built ends the process with one line that says why.
 */
export async function runService<Config extends ServiceConfig>(options: {
  name: string;
  loadConfig: (env: NodeJS.ProcessEnv) => Config;
  env: NodeJS.ProcessEnv;
  buildApp: (options: { config: Config; logger: Logger }) => Promise<{ components: readonly Component[] }>;
}): Promise<void> {
  const { name, buildApp } = options;
  const config = loadSettings(options);
  const logger = createLogger({ service: name, level: config.LOG_LEVEL });
  const { components } = await buildApp({ config, logger }).catch((error: unknown) => refuseStart(error, logger));
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  // Parts stop in reverse order: the spans of the others are exported.
  const spans = endpoint ? [createSpanExport({ service: name, endpoint, logger })] : [];
  await runUntilSignal({ logger, components: [...spans, ...components] });
}

/** What `loadConfig` reads from the environment. Wrong settings end the process, in a line at the default level. */
export function loadSettings<Config>(options: {
  name: string;
  env: NodeJS.ProcessEnv;
  loadConfig: (env: NodeJS.ProcessEnv) => Config;
}): Config {
  try {
    return options.loadConfig(options.env);
  } catch (error) {
    return refuseStart(error, createLogger({ service: options.name }));
  }
}
