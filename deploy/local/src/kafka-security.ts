import { join } from 'node:path';
import { accessOf } from './kafka-access.ts';
import { caFileIn, makeCertificate } from './kafka-certificate.ts';
import type { KafkaSecurity } from './kafka-server.ts';
import { ExpectedError } from './say.ts';
import type { KafkaRuntime } from './toolchain/kafka.ts';
import { declaredTopics } from './topic-declarations.ts';

/** The data of a stack's own broker; users are made when the folder is, so that each kind of broker has its own. */
export const kafkaFolder = (data: string, isSecured: boolean) => join(data, isSecured ? 'kafka-sasl' : 'kafka');

const certificateFolder = (folder: string) => join(folder, 'certificate');

/** The user who may do everything. */
export const ADMIN = 'admin';

/** Whether KAFKA_SECURITY=sasl asks for a broker that refuses plaintext. @throws when it is something else */
export function wantsOnlySasl({ KAFKA_SECURITY: security }: NodeJS.ProcessEnv): boolean {
  if (security && security !== 'sasl') throw new ExpectedError(`KAFKA_SECURITY is 'sasl' or unset, not '${security}'.`);
  return security === 'sasl';
}

/**
 * TLS, SASL and ACLs for a broker: a new certificate, and the users of deploy/kafka/access.yaml, who have no permission yet.
 * @param folder where the certificate is written
 */
export async function prepareKafkaSecurity(options: {
  readonly root: string;
  readonly runtime: KafkaRuntime;
  readonly folder: string;
  readonly port: number;
  readonly password: string;
  readonly only: boolean;
}): Promise<KafkaSecurity> {
  const { root, runtime, folder, port, password, only } = options;
  return {
    port,
    only,
    certificate: await makeCertificate(runtime, certificateFolder(folder), password),
    admin: ADMIN,
    users: Object.keys(accessOf(declaredTopics(root))),
    password,
  };
}

/** The settings with which a user connects to the broker whose data is in the folder. */
export function saslSettings(folder: string, login: { brokers: string; user: string; password: string }) {
  return {
    KAFKA_BROKERS: login.brokers,
    KAFKA_TLS_CA_FILE: caFileIn(certificateFolder(folder)),
    KAFKA_SASL_USERNAME: login.user,
    KAFKA_SASL_PASSWORD: login.password,
  };
}
