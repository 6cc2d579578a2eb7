import type { Logger } from '@reelwright/logger';
import type { Producer } from 'kafkajs';
import { connectKafka } from './connection.ts';

export interface OutboundMessage {
  readonly topic: string;
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Publisher {
  readonly name: string;
  /** Resolves once every in-sync replica has the messages. Order per key is kept. Throws when the broker is away. */
  publish(messages: readonly OutboundMessage[]): Promise<void>;
  stop(): Promise<void>;
}

/**
 * One producer for the process. It connects at the first publish and again after a failure. One request is in flight at
 * a time, which keeps order without broker-side idempotence; readers drop a message that arrives twice by its event id.
 */
export function createPublisher(options: {
  brokers: string;
  clientId: string;
  logger: Logger;
  topicPrefix?: string;
}): Publisher {
  const { topicPrefix = '' } = options;
  const kafka = connectKafka(options);
  let producer: Producer | undefined;

  async function connected(): Promise<Producer> {
    if (producer) return producer;
    const next = kafka.producer({ maxInFlightRequests: 1, allowAutoTopicCreation: false });
    await next.connect();
    producer = next;
    return next;
  }

  return {
    name: 'kafka publisher',
    async publish(messages) {
      const byTopic = new Map<string, { key: string; value: Buffer; headers: Record<string, string> }[]>();
      for (const { topic, key, value, headers } of messages) {
        const list = byTopic.get(topic) ?? [];
        list.push({ key, value: Buffer.from(value), headers: { ...headers } });
        byTopic.set(topic, list);
      }
      try {
        const current = await connected();
        await current.sendBatch({
          acks: -1,
          topicMessages: [...byTopic].map(([topic, list]) => ({ topic: topicPrefix + topic, messages: list })),
        });
      } catch (error) {
        const broken = producer;
        producer = undefined;
        await broken?.disconnect().catch(() => undefined);
        throw error;
      }
    },
    async stop() {
      await producer?.disconnect();
    },
  };
}
