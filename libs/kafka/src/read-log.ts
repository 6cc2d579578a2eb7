import { randomUUID } from 'node:crypto';
import type { Logger } from '@reelwright/logger';
import { connectKafka } from './connection.ts';
import type { InboundEvent } from './parking.ts';
import type { Position } from './positions.ts';
import { readMessage } from './read-message.ts';

/** Where a partition ends, and the first offset it still keeps. */
export interface LogEnd extends Position {
  readonly begin: number;
}

export interface LogReader {
  /** Of each partition of these topics, now. */
  ends(topics: readonly string[]): Promise<LogEnd[]>;
  /**
   * Reads what lies between, in the order of each partition, one after the other. What the topic no longer keeps is left out.
   * @param take resolves to false to end the reading
   */
  read(
    from: readonly Position[],
    to: readonly LogEnd[],
    take: (event: InboundEvent) => Promise<boolean>,
  ): Promise<void>;
}

/** Reads topics without a position of its own at the broker, for those who look something up. */
export function createLogReader(options: {
  brokers: string;
  clientId: string;
  logger: Logger;
  topicPrefix?: string;
}): LogReader {
  const { topicPrefix = '', clientId } = options;
  const kafka = connectKafka(options);

  return {
    async ends(topics) {
      const admin = kafka.admin();
      await admin.connect();
      try {
        const found = await Promise.all(
          topics.map(async (topic) =>
            (await admin.fetchTopicOffsets(topicPrefix + topic)).map(({ partition, low, high }) => ({
              topic,
              partition,
              begin: Number(low),
              offset: Number(high),
            })),
          ),
        );
        return found.flat();
      } finally {
        await admin.disconnect();
      }
    },

    async read(from, to, take) {
      const start = (topic: string, partition: number) =>
        from.find((one) => one.topic === topic && one.partition === partition)?.offset ?? 0;
      const open = to.filter(
        ({ topic, partition, begin, offset }) => Math.max(begin, start(topic, partition)) < offset,
      );
      if (open.length === 0) return;
      const groupId = `${topicPrefix}${clientId}.look-up.${randomUUID()}`;
      const consumer = kafka.consumer({
        groupId,
        allowAutoTopicCreation: false,
        maxWaitTimeInMs: 250,
        retry: { initialRetryTime: 200, maxRetryTime: 3_000, retries: 8, restartOnFailure: async () => false },
      });
      const left = new Map(open.map((one) => [`${one.topic}/${one.partition}`, one.offset]));
      const ended = Promise.withResolvers<void>();
      consumer.on(consumer.events.CRASH, ({ payload }) => ended.reject(payload.error));
      ended.promise.catch(() => undefined); // told when it is awaited
      try {
        await consumer.connect();
        const topics = [...new Set(open.map(({ topic }) => topicPrefix + topic))];
        await consumer.subscribe({ topics, fromBeginning: true });
        await consumer.run({
          autoCommit: false,
          eachBatch: async ({ batch, heartbeat }) => {
            const topic = batch.topic.slice(topicPrefix.length);
            const key = `${topic}/${batch.partition}`;
            const end = left.get(key);
            if (end === undefined) return;
            const begin = start(topic, batch.partition);
            for (const message of batch.messages) {
              const offset = Number(message.offset);
              if (offset < begin || offset >= end) continue;
              // Replayed dead letters are no new word of the service.
              if (message.headers?.['replay-for']) continue;
              const event = readMessage(topic, message, clientId);
              if (event && event !== 'for another group' && !(await take(event))) return ended.resolve();
              await heartbeat();
            }
            if (Number(batch.lastOffset()) + 1 >= end) left.delete(key);
            if (left.size === 0) ended.resolve();
          },
        });
        for (const { topic, partition } of open)
          consumer.seek({ topic: topicPrefix + topic, partition, offset: String(start(topic, partition)) });
        await ended.promise;
      } finally {
        await consumer.disconnect();
        const admin = kafka.admin();
        await admin.connect();
        await admin.deleteGroups([groupId]).catch(() => undefined); // the broker forgets it by itself, later
        await admin.disconnect();
      }
    },
  };
}
