import type { ObjectStore } from '@reelwright/object-store';
import { loadConfig } from '../config.ts';
import { chooseModel } from './choose-model.ts';

const env = {
  HTTP_PORT: '1',
  GRPC_PORT: '2',
  OPS_PORT: '3',
  DATABASE_URL: 'postgres://db',
  KAFKA_BROKERS: 'kafka:1',
  PUBLIC_URL: 'https://reelwright.example',
  IDENTITY_JWKS_FILE: 'jwks.json',
  IDENTITY_KEY_FILE: 'key.json',
  OBJECT_STORE_URL: 'file:///media',
  BILLING_GRPC: 'billing:3003',
  MEDIA_SIGNING_KEY: 'k'.repeat(32),
  GEMINI_API_KEY: 'key',
};

it.each([
  [{}, 1],
  [{ VIDEO_MODEL: 'omni' }, 8],
  [{ VIDEO_MODEL: 'omni', CONCURRENT_VIDEOS: '3' }, 3],
])('a process with the settings %j makes %i videos at the same time', (settings, concurrency) => {
  const config = loadConfig({ ...env, ...settings });
  expect(chooseModel(config, {} as ObjectStore).concurrency).toBe(concurrency);
});
