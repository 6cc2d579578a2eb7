import type { Logger } from '@reelwright/logger';
import { Kafka, logLevel } from 'kafkajs';

/** kafkajs with our logger and endless retries: an unavailable broker does not end the process. */
export function connectKafka(options: { brokers: string; clientId: string; logger: Logger }): Kafka {
  const { logger } = options;
  return new Kafka({
    clientId: options.clientId,
    brokers: options.brokers.split(',').map((broker) => broker.trim()),
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 200, maxRetryTime: 3_000, retries: 8 },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => {
      // kafkajs logs a lost connection once a second; our own metrics show it.
      const { message, error, groupId, topic } = entry.log;
      logger.debug({ kafka: { message, error, groupId, topic } }, 'kafka client');
    },
  });
}
