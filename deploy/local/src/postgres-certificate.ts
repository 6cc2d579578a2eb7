import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PostgresServer } from './postgres-server.ts';
import { ExpectedError } from './say.ts';
import { installDebianPackages } from './toolchain/apt.ts';
import { lastLines, readVersion, runCommand } from './toolchain/command.ts';

const VALID_DAYS = '30';

/** Puts a certificate for 127.0.0.1 where a server with `ssl` reads it. It is its own CA, and `caFile` is a copy of it. */
export async function makePostgresCertificate({ binaries, dataFolder }: PostgresServer, caFile: string): Promise<void> {
  if (!(await readVersion('openssl', ['version']))) {
    await installDebianPackages('openssl, which makes a certificate for PostgreSQL,', ['openssl']);
  }
  const key = join(dataFolder, 'server.key');
  const certificate = join(dataFolder, 'server.crt');
  const { code, output } = await runCommand('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', VALID_DAYS],
    ...['-subj', '/CN=local PostgreSQL', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
  ]);
  if (code !== 0) throw new ExpectedError(`openssl could not make a certificate for PostgreSQL:\n${lastLines(output)}`);
  mkdirSync(dirname(caFile), { recursive: true });
  copyFileSync(certificate, caFile);
  chmodSync(key, 0o600);
  if (binaries.owner) for (const file of [key, certificate]) chownSync(file, binaries.owner.uid, binaries.owner.gid);
}
