import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from './supervisor/part.ts';

/** How many ports SeaweedFS needs beside that of the S3 API. */
export const S3_INNER_PORTS = 7;

export interface S3Server {
  /** SeaweedFS's `weed`. */
  readonly command: string;
  readonly dataFolder: string;
  /** The S3 API. */
  readonly port: number;
  /** Ports of SeaweedFS's own parts: master, volume, filer and their gRPC, then S3's gRPC. */
  readonly innerPorts: readonly number[];
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Writes the settings with the one user, who may do everything. */
export function initialiseS3({ dataFolder, accessKeyId, secretAccessKey }: S3Server): void {
  mkdirSync(dataFolder, { recursive: true });
  const credentials = [{ accessKey: accessKeyId, secretKey: secretAccessKey }];
  const identities = [{ name: 'tests', credentials, actions: ['Admin', 'Read', 'List', 'Tagging', 'Write'] }];
  // One volume for each bucket; the default of seven costs time and space.
  writeFileSync(join(dataFolder, 'master.toml'), '[master.volume_growth]\ncopy_1 = 1\n');
  writeFileSync(settingsFile(dataFolder), JSON.stringify({ identities }), { mode: 0o600 });
}

/** All of SeaweedFS in one process. */
export function s3Part({ command, dataFolder, port, innerPorts }: S3Server): Part {
  const [master, masterGrpc, volume, volumeGrpc, filer, filerGrpc, s3Grpc] = innerPorts;
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
      `-s3.port=${port}`,
      `-s3.port.grpc=${s3Grpc}`,
      '-s3.port.iceberg=0',
      '-s3.port.lance=0',
      `-s3.config=${settingsFile(dataFolder)}`,
    ],
    env: { LC_ALL: 'C', HOME: dataFolder },
    cwd: dataFolder,
    address: `127.0.0.1:${port}`,
    ports: [port, ...innerPorts],
    ready: { kind: 'http', url: `http://127.0.0.1:${port}/healthz` },
  };
}

/** SeaweedFS leaves the sockets that its parts call each other by. */
export function removeS3Sockets({ port, innerPorts }: S3Server): void {
  const [, master, , volume, filer, filerGrpc, s3Grpc] = innerPorts;
  const names = [
    `s3-${port}`,
    `filer-${filer}`,
    `master-grpc-${master}`,
    `volume-grpc-${volume}`,
    `filer-grpc-${filerGrpc}`,
    `s3-grpc-${s3Grpc}`,
  ];
  for (const name of names) rmSync(`/tmp/seaweedfs-${name}.sock`, { force: true });
}

/** For the usual AWS settings, and where the server listens. */
export function s3Env({ port, accessKeyId, secretAccessKey }: S3Server): Record<string, string> {
  return {
    TEST_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

const settingsFile = (dataFolder: string) => join(dataFolder, 's3.json');
