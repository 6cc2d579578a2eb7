import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ports } from './ports.ts';
import { ExpectedError } from './say.ts';
import type { Part } from './supervisor/part.ts';

export interface S3Server {
  /** SeaweedFS's `weed`. */
  readonly command: string;
  readonly dataFolder: string;
  /** Of the S3 API, and of SeaweedFS's own parts. */
  readonly ports: Ports['s3'];
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** What the S3 API listens on, for other machines; SeaweedFS's own parts stay on this one. */
  readonly host?: string;
}

/** Whether OBJECT_STORE=s3 asks for an S3 server. @throws when it is something else */
export function wantsS3({ OBJECT_STORE: store }: NodeJS.ProcessEnv): boolean {
  if (store && store !== 's3') throw new ExpectedError(`OBJECT_STORE is 's3' or unset, not '${store}'.`);
  return store === 's3';
}

/** Writes the settings with the one user, who may do everything. */
export function initialiseS3({ dataFolder, accessKeyId, secretAccessKey }: S3Server): void {
  mkdirSync(dataFolder, { recursive: true });
  const credentials = [{ accessKey: accessKeyId, secretKey: secretAccessKey }];
  const identities = [{ name: accessKeyId, credentials, actions: ['Admin', 'Read', 'List', 'Tagging', 'Write'] }];
  // One volume for each bucket; the default of seven costs time and space.
  writeFileSync(join(dataFolder, 'master.toml'), '[master.volume_growth]\ncopy_1 = 1\n');
  writeFileSync(settingsFile(dataFolder), JSON.stringify({ identities }), { mode: 0o600 });
}

/** All of SeaweedFS in one process. */
export function s3Part({ command, dataFolder, ports, host = '127.0.0.1' }: S3Server): Part {
  const { http, master, masterGrpc, volume, volumeGrpc, filer, filerGrpc, grpc } = ports;
  return {
    kind: 'part',
    name: 's3',
    after: [],
    command,
    args: [
      'server',
      `-dir=${dataFolder}`,
      '-ip=127.0.0.1',
      '-ip.bind=127.0.0.1',
      `-master.port=${master}`,
      `-master.port.grpc=${masterGrpc}`,
      '-master.telemetry=false',
      '-master.volumeSizeLimitMB=1024',
      `-volume.port=${volume}`,
      `-volume.port.grpc=${volumeGrpc}`,
      // Each bucket has volumes of its own; they are empty files until something is written.
      '-volume.max=1000',
      '-filer',
      `-filer.port=${filer}`,
      `-filer.port.grpc=${filerGrpc}`,
      '-s3',
      `-s3.ip.bind=${host}`,
      `-s3.port=${http}`,
      `-s3.port.grpc=${grpc}`,
      '-s3.port.iceberg=0',
      '-s3.port.lance=0',
      `-s3.config=${settingsFile(dataFolder)}`,
    ],
    env: { LC_ALL: 'C', HOME: dataFolder },
    cwd: dataFolder,
    address: `http://127.0.0.1:${http}`,
    ports: Object.values(ports),
    ready: { kind: 'http', url: `http://127.0.0.1:${http}/healthz` },
  };
}

/** SeaweedFS leaves the sockets that its parts call each other by. */
export function removeS3Sockets({ ports }: Pick<S3Server, 'ports'>): void {
  const { http, masterGrpc, volumeGrpc, filer, filerGrpc, grpc } = ports;
  const names = [
    `s3-${http}`,
    `filer-${filer}`,
    `master-grpc-${masterGrpc}`,
    `volume-grpc-${volumeGrpc}`,
    `filer-grpc-${filerGrpc}`,
    `s3-grpc-${grpc}`,
  ];
  for (const name of names) rmSync(`/tmp/seaweedfs-${name}.sock`, { force: true });
}

export const s3Endpoint = ({ ports }: Pick<S3Server, 'ports'>) => `http://127.0.0.1:${ports.http}`;

/** The credentials as the usual AWS settings. */
export function s3Credentials({ accessKeyId, secretAccessKey }: S3Server): Record<string, string> {
  return { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
}

const settingsFile = (dataFolder: string) => join(dataFolder, 's3.json');
