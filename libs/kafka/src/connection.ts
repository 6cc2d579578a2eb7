import type { Logger } from '@reelwright/logger';
import { Kafka, logLevel } from 'kafkajs';

/** kafkajs, told to speak through our logger and to keep trying: a broker that is away is not a reason to end. */
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
      // Connection loss is logged once a second by kafkajs; what matters of it shows in our own metrics.
      const { message, error, groupId, topic } = entry.log;
      logger.debug({ kafka: { message, error, groupId, topic } }, 'kafka client');
    },
  });
}
