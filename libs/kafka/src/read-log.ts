import { randomUUID } from 'node:crypto';
import { type ClientOptions, connectKafka } from './connection.ts';
import type { InboundEvent } from './parking.ts';
import type { Position } from './positions.ts';
import { readMessage } from './read-message.ts';

/** Where a partition ends, and the first offset it still keeps. */
export interface LogEnd extends Position {
  readonly begin: number;
}

export interface LogReader {
  /** The current end of each partition of these topics. */
  ends(topics: readonly string[]): Promise<LogEnd[]>;
  /**
   * Reads the events between two positions one by one, in the order of each partition. Deleted events are left out.
   * @param handle resolves to false to end the reading
   */
  read(
    from: readonly Position[],
    to: readonly LogEnd[],
    handle: (event: InboundEvent) => Promise<boolean>,
  ): Promise<void>;
}

/** Reads topics without storing offsets at the broker. */
export function createLogReader(options: ClientOptions & { topicPrefix?: string }): LogReader {
  const { topicPrefix = '', clientId } = options;
  const kafka = connectKafka(options);

  return {
    async ends(topics) {
      const admin = kafka.admin();
      await admin.connect();
      try {
        const ends = await Promise.all(
          topics.map(async (topic) =>
            (await admin.fetchTopicOffsets(topicPrefix + topic)).map(({ partition, low, high }) => ({
              topic,
              partition,
              begin: Number(low),
              offset: Number(high),
            })),
          ),
        );
        return ends.flat();
      } finally {
        await admin.disconnect();
      }
    },

    async read(from, to, handle) {
      const start = (topic: string, partition: number) =>
        from.find((position) => position.topic === topic && position.partition === partition)?.offset ?? 0;
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
      const unread = new Map(open.map(({ topic, partition, offset }) => [`${topic}/${partition}`, offset]));
      const reading = Promise.withResolvers<void>();
      consumer.on(consumer.events.CRASH, ({ payload }) => reading.reject(payload.error));
      reading.promise.catch(() => undefined); // reported where it is awaited
      try {
        await consumer.connect();
        const topics = [...new Set(open.map(({ topic }) => topicPrefix + topic))];
        await consumer.subscribe({ topics, fromBeginning: true });
        await consumer.run({
          autoCommit: false,
          eachBatch: async ({ batch, heartbeat }) => {
            const topic = batch.topic.slice(topicPrefix.length);
            const key = `${topic}/${batch.partition}`;
            const end = unread.get(key);
            if (end === undefined) return;
            const begin = start(topic, batch.partition);
            for (const message of batch.messages) {
              const offset = Number(message.offset);
              if (offset < begin || offset >= end) continue;
              // A replayed dead letter is not a new event.
              if (message.headers?.['replay-for']) continue;
              const event = readMessage(topic, message, clientId);
              if (event && event !== 'for another group' && !(await handle(event))) return reading.resolve();
              await heartbeat();
            }
            if (Number(batch.lastOffset()) + 1 >= end) unread.delete(key);
            if (unread.size === 0) reading.resolve();
          },
        });
        for (const { topic, partition } of open)
          consumer.seek({ topic: topicPrefix + topic, partition, offset: String(start(topic, partition)) });
        await reading.promise;
      } finally {
        await consumer.disconnect();
        const admin = kafka.admin();
        await admin.connect();
        await admin.deleteGroups([groupId]).catch(() => undefined); // the broker deletes an unused group later
        await admin.disconnect();
      }
    },
  };
}
