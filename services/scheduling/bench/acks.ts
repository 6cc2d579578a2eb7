import type { Publisher } from '@reelwright/kafka';

/** Wraps a publisher and counts the broker's acks. */
export function countAcks(publisher: Publisher) {
  let left = 0;
  let onAck: (count: number) => void = () => undefined;
  let all = Promise.withResolvers<void>();
  return {
    publisher: {
      ...publisher,
      async publish(messages) {
        const ends = await publisher.publish(messages);
        onAck(messages.length);
        left -= messages.length;
        if (left <= 0) all.resolve();
        return ends;
      },
    } satisfies Publisher,
    /** Resolves when `count` more messages are acknowledged; `each` is called with every ack. */
    expect(count: number, each: (count: number) => void = () => undefined): Promise<void> {
      left = count;
      onAck = each;
      all = Promise.withResolvers<void>();
      return all.promise;
    },
  };
}
