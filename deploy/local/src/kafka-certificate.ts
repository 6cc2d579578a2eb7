import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ExpectedError } from './say.ts';
import { lastLines, runCommand } from './toolchain/command.ts';
import type { KafkaRuntime } from './toolchain/kafka.ts';

export interface Certificate {
  /** PKCS12, with its key. */
  readonly keystore: string;
  readonly password: string;
  /** The certificate as PEM; it is its own CA. */
  readonly caFile: string;
}

/** The certificate that `makeCertificate` writes to a folder. */
export const caFileIn = (folder: string) => join(folder, 'ca.pem');

const VALID_DAYS = '30';

/** A certificate for 127.0.0.1, made by the keytool that comes with Java. */
export async function makeCertificate({ java }: KafkaRuntime, folder: string, password: string): Promise<Certificate> {
  mkdirSync(folder, { recursive: true });
  const keystore = join(folder, 'broker.p12');
  const caFile = caFileIn(folder);
  rmSync(keystore, { force: true });
  const entry = ['-alias', 'broker', '-keystore', keystore, '-storetype', 'PKCS12', '-storepass', password];
  const key = ['-keyalg', 'EC', '-groupname', 'secp256r1', '-dname', 'CN=local Kafka', '-validity', VALID_DAYS];
  await keytool(java, ['-genkeypair', ...entry, ...key, '-ext', 'san=ip:127.0.0.1', '-ext', 'bc=ca:true']);
  await keytool(java, ['-exportcert', '-rfc', ...entry, '-file', caFile]);
  return { keystore, password, caFile };
}

async function keytool(java: string, args: readonly string[]): Promise<void> {
  const command = java.includes('/') ? join(dirname(java), 'keytool') : 'keytool';
  const { code, output } = await runCommand(command, ['-J-XX:+UseSerialGC', '-J-XX:TieredStopAtLevel=1', ...args]);
  if (code !== 0) throw new ExpectedError(`keytool could not make a certificate for Kafka:\n${lastLines(output)}`);
}
