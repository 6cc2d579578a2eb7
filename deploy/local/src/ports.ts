import { ExpectedError } from './say.ts';

/** The one table of local ports: offsets from PORT_BASE, the gateway's public port. */
const OFFSETS = {
  gateway: { http: 0, admin: 1 },
  web: { http: 2 },
  auth: { http: 10, check: 11, grpc: 12, ops: 30 },
  billing: { http: 14, grpc: 15, ops: 31 },
  scheduling: { http: 16, grpc: 17, ops: 32 },
  generation: { http: 18, grpc: 19, ops: 33 },
  drive: { http: 20, grpc: 21, ops: 34 },
  publishing: { http: 22, grpc: 23, ops: 35 },
  analytics: { http: 24, grpc: 25, ops: 36 },
  'external-api': { http: 26, grpc: 27, ops: 37 },
  postgres: { server: 40 },
  kafka: { broker: 41, controller: 42 },
  s3: { http: 43, master: 44, masterGrpc: 45, volume: 46, volumeGrpc: 47, filer: 48, filerGrpc: 49, grpc: 39 },
  sandbox: { console: 50, google: 51, genai: 52, tiktok: 53, facebook: 54, instagram: 55, stripe: 56, smtp: 57 },
} as const;

export const SERVICES = [
  'auth',
  'billing',
  'scheduling',
  'generation',
  'drive',
  'publishing',
  'analytics',
  'external-api',
] as const;

export type ServiceName = (typeof SERVICES)[number];
export type Ports = { [part in keyof typeof OFFSETS]: { [port in keyof (typeof OFFSETS)[part]]: number } };

/** Their addresses end in 1 to this number. */
const MAX_REPLICAS = 9;

/** How many processes of each service run, at 127.0.0.1, 127.0.0.2 and so on. @throws when REPLICAS is not such a number */
export function replicasFrom(env: NodeJS.ProcessEnv): number {
  const replicas = Number(env.REPLICAS || 1);
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > MAX_REPLICAS)
    throw new ExpectedError(`REPLICAS must be a whole number from 1 to ${MAX_REPLICAS}, not "${env.REPLICAS}".`);
  return replicas;
}

/** The address of each replica of a service. */
export const replicaHosts = (replicas: number): string[] =>
  Array.from({ length: replicas }, (_, index) => `127.0.0.${index + 1}`);

/** The part of each replica of a service: `auth`, `auth-2`, … */
export const replicaNames = (service: string, replicas: number): string[] =>
  Array.from({ length: replicas }, (_, index) => (index === 0 ? service : `${service}-${index + 1}`));

const DEFAULT_PORT_BASE = 8080;
const HIGHEST_OFFSET = 57;

/** @throws when PORT_BASE is not a number that leaves room for every offset */
export function portBaseFrom(env: NodeJS.ProcessEnv): number {
  const base = Number(env.PORT_BASE || DEFAULT_PORT_BASE);
  if (!Number.isInteger(base) || base < 1024 || base + HIGHEST_OFFSET > 65_535) {
    throw new ExpectedError(
      `PORT_BASE must be a whole number from 1024 to ${65_535 - HIGHEST_OFFSET}, not "${env.PORT_BASE}".`,
    );
  }
  return base;
}

export function portsFrom(base: number): Ports {
  const table = Object.entries(OFFSETS).map(([part, offsets]) => [
    part,
    Object.fromEntries(Object.entries(offsets).map(([port, offset]) => [port, base + offset])),
  ]);
  return Object.fromEntries(table) as Ports;
}
