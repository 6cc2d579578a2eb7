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
 * Works on the finished line: HTTP clients hang whole requests on their errors, deeper than paths could be listed, and one
 * pass over a line costs less than a walk through the object. A value is a string, a number, or a list of such.
 */
const SECRETS = new RegExp(`"(${SECRET_NAMES.join('|')})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\]|-?[\\d.]+)`, 'gi');

/**
 * A JSON logger for one process. Lines go to stdout (or `destination`) asynchronously enough not to hold a request up.
 */
export function createLogger(settings: { service: string; level?: string }, destination?: DestinationStream): Logger {
  const options = {
    level: settings.level ?? 'info',
    base: { service: settings.service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: (line: string) => line.replace(SECRETS, '"$1":"[redacted]"') },
  };
  // With a least length of 0 `flush` would not wait, and the last lines of a process could be lost.
  return destination ? pino(options, destination) : pino(options, pino.destination({ sync: false, minLength: 1 }));
}

/** For tests and tools that must stay quiet. */
export const silentLogger: Logger = pino({ level: 'silent' });
