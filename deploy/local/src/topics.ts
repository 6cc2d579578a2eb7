import { kafkaSettings, loadConfig, Type } from '@reelwright/config';
import { clientConfig, type KafkaConnection, kafkaConnection, requireAccepted } from '@reelwright/kafka';
import { silentLogger } from '@reelwright/logger';
import kafkajs, { Kafka, type KafkaJSProtocolError, logLevel } from 'kafkajs';
import { ExpectedError, runTarget, say } from './say.ts';
import { type TopicDeclaration, topicsIn, topicsToCreate } from './topic-declarations.ts';

const FILE = new URL('../../kafka/topics.yaml', import.meta.url);

type TopicError = KafkaJSProtocolError & { readonly topic: string };

/** Creates the declared topics that are missing, and their dead-letter topics. Never changes or deletes one. */
export async function ensureTopics(
  connection: KafkaConnection,
  declared: readonly TopicDeclaration[],
): Promise<{ created: number; declared: number }> {
  const kafka = new Kafka({
    ...clientConfig(connection),
    clientId: 'topics',
    logLevel: logLevel.NOTHING,
    retry: { retries: 12 },
  });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const { brokers } = await admin.describeCluster();
    const topics = topicsToCreate(declared, brokers.length);
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter(({ topic }) => !existing.has(topic));
    // kafkajs treats a topic that the broker does not list yet as an error; the first writer waits anyway.
    if (missing.length > 0) await admin.createTopics({ topics: missing, waitForLeaders: false });
    return { created: missing.length, declared: topics.length };
  } catch (error) {
    // Node does not see this export by its name.
    if (!(error instanceof kafkajs.KafkaJSAggregateError)) throw error;
    const refused = error.errors.map((topic) => `${(topic as TopicError).topic}: ${(topic as TopicError).message}`);
    throw new ExpectedError(`Kafka did not create all topics:\n${refused.join('\n')}`);
  } finally {
    await admin.disconnect();
  }
}

/** @throws Error when a setting is wrong, or the brokers refuse this client */
async function acceptedConnection(env: NodeJS.ProcessEnv): Promise<KafkaConnection> {
  const connection = kafkaConnection(loadConfig(Type.Object(kafkaSettings), env));
  await requireAccepted({ ...connection, clientId: 'topics', logger: silentLogger });
  return connection;
}

if (import.meta.main) {
  await runTarget(async () => {
    const { env } = process;
    if (!env.KAFKA_BROKERS) {
      throw new ExpectedError('KAFKA_BROKERS is not set: it names the brokers the topics are created on.');
    }
    const connection = await acceptedConnection(env).catch((error: Error) => {
      throw new ExpectedError(error.message);
    });
    const { created, declared } = await ensureTopics(connection, topicsIn(FILE));
    say(`${declared} topics, ${created} new`);
    return 0;
  });
}
