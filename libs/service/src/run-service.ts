import type { ServiceConfig } from '@reelwright/config';
import { type Component, runUntilSignal } from '@reelwright/lifecycle';
import { createLogger, type Logger } from '@reelwright/logger';
import { createSpanExport } from '@reelwright/tracing';

/** Builds a service and runs it until SIGTERM or SIGINT. The last line of every `main.ts`. */
export async function runService<Config extends ServiceConfig>(options: {
  name: string;
  config: Config;
  buildApp: (options: { config: Config; logger: Logger }) => Promise<{ components: readonly Component[] }>;
}): Promise<void> {
  const { name, config, buildApp } = options;
  const logger = createLogger({ service: name, level: config.LOG_LEVEL });
  const { components } = await buildApp({ config, logger });
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  // Parts stop in reverse order: the spans of the others are exported.
  const spans = endpoint ? [createSpanExport({ service: name, endpoint, logger })] : [];
  await runUntilSignal({ logger, components: [...spans, ...components] });
}
