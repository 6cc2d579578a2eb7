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
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'api_?key',
  'x-api-key',
  'x-goog-api-key',
  'x-auth-identity',
  'secret',
  'client_?secret',
  'code_?verifier',
  'pass',
];
const NAMES = SECRET_NAMES.join('|');
/** The inside of a JSON text. */
const TEXT = '(?:[^"\\\\]|\\\\.)*';
/**
 * Applied to the finished line: HTTP clients attach whole requests to their errors, too deep for a list of paths, and one
 * pass over a line costs less than a walk through the object. A value is a string, a number, or a list of these.
 */
const SECRETS = new RegExp(`"(${NAMES})":(?:"${TEXT}"|\\[(?:"${TEXT}"|[^"\\]])*\\]|-?[\\d.]+)`, 'gi');
/** In a text that is JSON itself, such as a body. */
const QUOTED_SECRETS = new RegExp(`\\\\"(${NAMES})\\\\":\\s*\\\\"(?:[^"\\\\]|\\\\\\\\(?:\\\\.|.))*\\\\"`, 'gi');
/** In an address or a form. */
const PARAMETERS = new RegExp(`(?<=["?&\\s])(${NAMES}|key|code)=[^&"\\s\\\\]+`, 'gi');
/** The user and password of an address. */
const CREDENTIALS = /(?<=:\/\/)[^\s"/@:]*:[^\s"/@]*(?=@)/g;

function withoutSecrets(line: string): string {
  return line
    .replace(SECRETS, '"$1":"[redacted]"')
    .replace(QUOTED_SECRETS, '\\"$1\\":\\"[redacted]\\"')
    .replace(PARAMETERS, '$1=[redacted]')
    .replace(CREDENTIALS, '[redacted]');
}

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
    hooks: { streamWrite: (line: string) => withoutSecrets(line) },
  };
  return pino(options, destination ?? pino.destination({ sync: true }));
}

/** For tests and tools that must stay quiet. */
export const silentLogger: Logger = pino({ level: 'silent' });
