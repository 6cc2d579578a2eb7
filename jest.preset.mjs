import { join } from 'node:path';

// One jest configuration for every package: TypeScript through swc, ES modules, no fake timers, no retries.
const preset = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
  testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.reelwright/'],
  modulePathIgnorePatterns: ['/dist/', '/.reelwright/'],
  setupFiles: [join(import.meta.dirname, 'libs/testing/src/faster-tests.ts')],
  testTimeout: 30_000,
  errorOnDeprecated: true,
};

export default preset;

/** For the services: every answer is compared with its response schema. */
export const servicePreset = { ...preset, setupFilesAfterEnv: ['@reelwright/testing/check-responses'] };
