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
  let connecting: Promise<Producer> | undefined;
  let stopped = false;

  /** Messages that come while the first connection is made wait for it: a second one would be closed by nobody. */
  function connected(): Promise<Producer> {
    if (stopped) return Promise.reject(new Error('the publisher has been stopped'));
    connecting ??= connect();
    return connecting;
  }

  async function connect(): Promise<Producer> {
    const producer = kafka.producer({ maxInFlightRequests: 1, allowAutoTopicCreation: false });
    try {
      await producer.connect();
    } catch (error) {
      await close(producer);
      throw error;
    }
    return producer;
  }

  async function close(producer: Producer): Promise<void> {
    await producer.disconnect().catch(() => undefined);
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
      const current = connected();
      try {
        const producer = await current;
        if (stopped) throw new Error('the publisher has been stopped');
        await producer.sendBatch({
          acks: -1,
          topicMessages: [...byTopic].map(([topic, list]) => ({ topic: topicPrefix + topic, messages: list })),
        });
      } catch (error) {
        // Whoever failed later with the same connection finds a newer one here and leaves it alone.
        if (connecting === current) connecting = undefined;
        await current.then(close, () => undefined);
        throw error;
      }
    },
    async stop() {
      stopped = true;
      await connecting?.then(close, () => undefined);
    },
  };
}
