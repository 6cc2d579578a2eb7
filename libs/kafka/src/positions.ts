import type { Logger } from '@reelwright/logger';
import type { Admin } from 'kafkajs';
import { type Kysely, sql } from 'kysely';
import type { InboxTables } from './inbox.ts';

export interface Position {
  /** Without a test's prefix. */
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

/**
 * Positions: how far this database has read each partition. A database that was restored to an older state continues from
 * them and not from the broker's committed offsets. A position is written after the effects, so it is never ahead of them;
 * the inbox drops events that are read twice.
 */
export function createPositions(options: {
  db: Kysely<InboxTables>;
  group: string;
  topics: readonly string[];
  topicPrefix: string;
  logger: Logger;
  /** A new connection, which is closed after use. */
  admin: () => Admin;
}) {
  const { db, group, topics, topicPrefix, logger } = options;
  /** The positions of this member's partitions. */
  let ownPositions = new Map<string, Position>();

  /** Where each partition begins and ends, and the group's committed offset. */
  async function readBroker() {
    const admin = options.admin();
    await admin.connect();
    try {
      const committed = await admin.fetchOffsets({
        groupId: topicPrefix + group,
        topics: topics.map((topic) => topicPrefix + topic),
      });
      const partitions = await Promise.all(
        topics.map(async (topic) => {
          const offsets = committed.find((group) => group.topic === topicPrefix + topic)?.partitions ?? [];
          const bounds = await admin.fetchTopicOffsets(topicPrefix + topic);
          return bounds.map(({ partition, low, high }) => {
            const offset = Number(
              offsets.find((committedOffset) => committedOffset.partition === partition)?.offset ?? -1,
            );
            const [from, to] = [Number(low), Number(high)];
            return { topic, partition, low: from, high: to, committed: offset < 0 ? undefined : offset };
          });
        }),
      );
      return partitions.flat();
    } finally {
      await admin.disconnect();
    }
  }

  async function readDatabase(): Promise<Map<string, Position>> {
    const rows = await db.selectFrom('consumer_positions').selectAll().where('consumer', '=', group).execute();
    return new Map(
      rows.map(({ topic, partition, next_offset: offset }) => [keyOf(topic, partition), { topic, partition, offset }]),
    );
  }

  async function write(positions: readonly Position[]): Promise<void> {
    if (positions.length === 0) return;
    await db
      .insertInto('consumer_positions')
      .values(
        positions.map(({ topic, partition, offset }) => ({ consumer: group, topic, partition, next_offset: offset })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['consumer', 'topic', 'partition'])
          .doUpdateSet(({ ref }) => ({ next_offset: ref('excluded.next_offset') })),
      )
      .execute();
  }

  return {
    /**
     * Compares the stored positions with the broker's offsets.
     * @param isOwn whether this member reads the partition
     * @returns the positions of those that must not continue from the committed offset
     */
    async compareWithBroker(isOwn: (topic: string, partition: number) => boolean): Promise<Position[]> {
      const [partitions, stored] = await Promise.all([readBroker(), readDatabase()]);
      const changed: Position[] = [];
      const behind: Position[] = [];
      const nextPositions = new Map<string, Position>();
      for (const { topic, partition, low, high, committed } of partitions) {
        const key = keyOf(topic, partition);
        const resumeAt = committed ?? low;
        const at = stored.get(key);
        let offset = at?.offset ?? (stored.size === 0 ? resumeAt : low);
        if (offset > high) {
          logger.warn({ topic, partition, offset, high }, 'a topic ends before the stored position');
          offset = resumeAt;
        }
        if (offset < low) {
          logger.error(
            { topic, partition, offset, low },
            'events that this database lacks are no longer in their topic: they are lost',
          );
          offset = low;
        }
        if (offset !== at?.offset) changed.push({ topic, partition, offset });
        if (!isOwn(topic, partition)) continue;
        nextPositions.set(key, { topic, partition, offset });
        // This member may have read further than the group has committed.
        if (offset < Math.max(resumeAt, ownPositions.get(key)?.offset ?? 0)) behind.push({ topic, partition, offset });
      }
      await write(changed);
      ownPositions = nextPositions;
      if (behind.length > 0) logger.warn({ behind }, 'the database is behind its group: events are read again');
      return behind;
    },

    /** Records that everything before `offset` was handled. @returns false when the database is not where this member left it */
    async store({ topic, partition, offset }: Position): Promise<boolean> {
      const key = keyOf(topic, partition);
      const from = ownPositions.get(key)?.offset ?? 0;
      if (offset <= from) return true;
      const { rows } = await sql`
        update consumer_positions set next_offset = greatest(next_offset, ${offset})
         where consumer = ${group} and topic = ${topic} and partition = ${partition} and next_offset >= ${from}
        returning 1`.execute(db);
      if (rows.length === 0) return false;
      ownPositions.set(key, { topic, partition, offset });
      return true;
    },
  };
}

const keyOf = (topic: string, partition: number): string => `${topic}/${partition}`;
