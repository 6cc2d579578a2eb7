import { currentTrace } from '@reelwright/tracing';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/** Names whose values never reach a log line, in any case and at any depth. */
const SECRET_NAMES = [
  'password',
  'token',
  'access_?token',
  'refresh_?token',
  'id_?token',
  'authorization',
  'cookie',
  'set-cookie',
  'api_?key',
  'x-api-key',
  'x-auth-identity',
  'secret',
  'client_?secret',
];
/**
 * Applied to the finished line: HTTP clients attach whole requests to their errors, too deep for a list of paths, and one
 * pass over a line costs less than a walk through the object. A value is a string, a number, or a list of these.
 */
const SECRETS = new RegExp(`"(${SECRET_NAMES.join('|')})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\]|-?[\\d.]+)`, 'gi');

/**
 * A JSON logger for one process. Lines go to stdout (or `destination`) at once, so that the
 * last ones before a crash are kept. Successful requests are counted, not logged, so no hot path waits for the log.
 */
export function createLogger(settings: { service: string; level?: string }, destination?: DestinationStream): Logger {
  const options = {
    level: settings.level ?? 'info',
    base: { service: settings.service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    mixin: () => {
      const trace = currentTrace();
      return trace ? { traceId: trace.traceId } : {};
    },
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: (line: string) => line.replace(SECRETS, '"$1":"[redacted]"') },
  };
  return pino(options, destination ?? pino.destination({ sync: true }));
}

/** For tests and tools that must stay quiet. */
export const silentLogger: Logger = pino({ level: 'silent' });
