import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/** Paths whose values never reach a log line, at any of the depths we log objects. */
const SECRET_NAMES = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'access_token',
  'refresh_token',
  'authorization',
  'cookie',
  'apiKey',
  'secret',
  'client_secret',
];

/**
 * A JSON logger for one process. Lines go to stdout (or `destination`) asynchronously enough not to hold a request up.
 */
export function createLogger(settings: { service: string; level?: string }, destination?: DestinationStream): Logger {
  const options = {
    level: settings.level ?? 'info',
    base: { service: settings.service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options, pino.destination({ sync: false, minLength: 0 }));
}

/** For tests and tools that must stay quiet. */
export const silentLogger: Logger = pino({ level: 'silent' });
