import { kafkaSettings, loadConfig, Type } from '@reelwright/config';
import { clientConfig, kafkaConnection } from '@reelwright/kafka';
import { grantAccess, kafkaUsers } from '@reelwright/testing/kafka-access';
import { Kafka, logLevel } from 'kafkajs';
import { runTarget, say } from './say.ts';

/** Grants each user of the stack's own broker what deploy/kafka/access.yaml lists. */
await runTarget(async () => {
  const connection = kafkaConnection(loadConfig(Type.Object(kafkaSettings), process.env));
  const admin = new Kafka({ ...clientConfig(connection), clientId: 'grants', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    for (const user of kafkaUsers) await grantAccess(admin, user, '');
  } finally {
    await admin.disconnect();
  }
  say(`${kafkaUsers.length} users`);
  return 0;
});
