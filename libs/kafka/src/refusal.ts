import { connect } from 'node:tls';
import { AppError, untrustedCertificate } from '@reelwright/errors';
import { type ClientOptions, connectKafka, type KafkaConnection } from './connection.ts';

const UNKNOWN_MECHANISM = /mechanism is not supported/;
const CHECK_TIMEOUT_MS = 3_000;

interface ClientError {
  readonly name?: string;
  readonly message?: string;
  readonly code?: unknown;
  readonly type?: unknown;
  readonly cause?: unknown;
}

/** Why the brokers refuse this client, with the settings to look at; undefined for an error that may pass by itself. */
export function refusalOf(thrown: unknown, connection: KafkaConnection): string | undefined {
  const user = connection.sasl ? `the user '${connection.sasl.username}'` : 'a client without a user';
  for (const { name, message = '', code, type } of causesOf(thrown)) {
    const untrusted = untrustedCertificate({ code, message });
    if (untrusted !== undefined) {
      const reason = untrusted.replace(/^Connection error: /, '');
      return `Kafka's certificate is not trusted (${reason}): check KAFKA_TLS_CA_FILE and the host names of KAFKA_BROKERS`;
    }
    if (type === 'SASL_AUTHENTICATION_FAILED') {
      return `Kafka refuses ${user}: check KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD`;
    }
    if (name === 'KafkaJSSASLAuthenticationError' && UNKNOWN_MECHANISM.test(message)) {
      return 'Kafka does not offer SASL/SCRAM-SHA-512 at the address of KAFKA_BROKERS';
    }
    if (type === 'ILLEGAL_SASL_STATE' && connection.sasl) {
      return 'Kafka takes no user at the address of KAFKA_BROKERS: unset KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD';
    }
    if (typeof type === 'string' && type.endsWith('_AUTHORIZATION_FAILED')) {
      return `Kafka lacks a permission of ${user} (${message}): deploy/kafka/access.yaml lists those it needs`;
    }
  }
  return undefined;
}

/** An error to throw in its place: its message is the refusal, if it is one. Transient, because operators can end it. */
export function explained(error: unknown, connection: KafkaConnection): unknown {
  const refusal = refusalOf(error, connection);
  return refusal ? new AppError('UNAVAILABLE', 'KAFKA_REFUSES', refusal, { cause: error }) : error;
}

/**
 * Resolves when the brokers accept this client, and while they are unavailable, which may pass by itself.
 * @throws AppError KAFKA_REFUSES when they refuse it: another try would end the same way
 */
export async function requireAccepted(options: ClientOptions): Promise<void> {
  let failure = await connectOnce(options);
  // A broker that is stopping closes connections too; the next one is then not answered.
  if (failure?.isConnected) failure = await connectOnce(options);
  if (!failure) return;
  const refusal = refusalOf(failure.error, options) ?? (await refusalByClosing(failure, options));
  if (refusal) throw new AppError('UNAVAILABLE', 'KAFKA_REFUSES', refusal);
  options.logger.warn({ err: failure.error }, 'Kafka is not available yet');
}

interface Failure {
  readonly error: unknown;
  /** The broker has answered one request. */
  readonly isConnected: boolean;
}

async function connectOnce(options: ClientOptions): Promise<Failure | undefined> {
  const admin = connectKafka(options, { retries: 0 }).admin();
  let isConnected = false;
  try {
    await admin.connect();
    isConnected = true;
    // A broker that requires a user closes the connection at the first request of another kind.
    await admin.describeCluster();
    return undefined;
  } catch (error) {
    return { error, isConnected };
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** A broker gives no reason when it closes the connection of a client that does not speak TLS, or that names no user. */
async function refusalByClosing(
  { error, isConnected }: Failure,
  { brokers, tls, sasl }: KafkaConnection,
): Promise<string | undefined> {
  if (!causesOf(error).some(({ name }) => name === 'KafkaJSConnectionClosedError')) return undefined;
  if (isConnected && !sasl) {
    return 'Kafka closes the connection of a client without a user: set KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD';
  }
  if (!tls && (await speaksTls(brokers.split(',')[0]?.trim() ?? ''))) {
    return 'Kafka speaks TLS at the address of KAFKA_BROKERS: set KAFKA_TLS_CA_FILE, or KAFKA_TLS if its CA is a public one';
  }
  return undefined;
}

function speaksTls(broker: string): Promise<boolean> {
  const colon = broker.lastIndexOf(':');
  const address = { host: broker.slice(0, colon), port: Number(broker.slice(colon + 1)) };
  return new Promise((resolve) => {
    // Only whether there is a handshake: nothing is sent.
    const socket = connect({ ...address, rejectUnauthorized: false, timeout: CHECK_TIMEOUT_MS });
    const end = (speaks: boolean) => {
      socket.destroy();
      resolve(speaks);
    };
    socket
      .on('secureConnect', () => end(true))
      .on('error', () => end(false))
      .on('timeout', () => end(false))
      .on('close', () => end(false));
  });
}

function causesOf(error: unknown): ClientError[] {
  const causes: ClientError[] = [];
  for (let next = error; typeof next === 'object' && next !== null && !causes.includes(next); ) {
    causes.push(next);
    next = (next as ClientError).cause;
  }
  return causes;
}
