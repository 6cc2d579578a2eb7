import { readFileSync } from 'node:fs';
import type { KafkaSettings } from '@reelwright/config';
import type { Logger } from '@reelwright/logger';
import { Kafka, type KafkaConfig, logLevel, type RetryOptions } from 'kafkajs';

/** Where the brokers are, and how a client connects to them. */
export interface KafkaConnection {
  /** `host:port`, separated by commas. */
  readonly brokers: string;
  /** TLS, with the certificate and its host name verified. `ca` is PEM; public CAs when left out. */
  readonly tls?: { readonly ca?: string | undefined } | undefined;
  /** SASL/SCRAM-SHA-512. */
  readonly sasl?: { readonly username: string; readonly password: string } | undefined;
}

export interface ClientOptions extends KafkaConnection {
  readonly clientId: string;
  readonly logger: Logger;
}

/** @throws Error that names the setting that is missing, or whose file cannot be read */
export function kafkaConnection(settings: KafkaSettings): KafkaConnection {
  const { KAFKA_TLS_CA_FILE: caFile, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = settings;
  const connection = {
    brokers: settings.KAFKA_BROKERS,
    tls: caFile ? { ca: readCa(caFile) } : settings.KAFKA_TLS ? {} : undefined,
  };
  if (!username && !password) return connection;
  if (!username) throw new Error('KAFKA_SASL_PASSWORD is set without KAFKA_SASL_USERNAME');
  if (!password) throw new Error('KAFKA_SASL_USERNAME is set without KAFKA_SASL_PASSWORD');
  return { ...connection, sasl: { username, password } };
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`the file of KAFKA_TLS_CA_FILE cannot be read: ${(error as Error).message}`);
  }
}

/** The part of kafkajs' configuration that a connection decides. */
export function clientConfig({ brokers, tls, sasl }: KafkaConnection): Pick<KafkaConfig, 'brokers' | 'ssl' | 'sasl'> {
  return {
    brokers: brokers.split(',').map((broker) => broker.trim()),
    ...(tls && { ssl: tls.ca ? { ca: [tls.ca] } : true }),
    ...(sasl && { sasl: { mechanism: 'scram-sha-512', ...sasl } }),
  };
}

const RETRIES = { initialRetryTime: 200, maxRetryTime: 3_000, retries: 8 };

/** kafkajs with our logger. A consumer or publisher connects again and again: an unavailable broker does not end the process. */
export function connectKafka(options: ClientOptions, retry: RetryOptions = RETRIES): Kafka {
  const { clientId, logger } = options;
  return new Kafka({
    ...clientConfig(options),
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => {
      // kafkajs logs a lost connection once a second; our own metrics show it.
      const { message, error, groupId, topic } = entry.log;
      logger.debug({ kafka: { message, error, groupId, topic } }, 'kafka client');
    },
  });
}
