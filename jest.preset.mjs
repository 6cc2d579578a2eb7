import { join } from 'node:path';

const TESTING = join(import.meta.dirname, 'libs/testing/src');

/** For every package: no retries, no fake timers. */
const common = {
  testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.reelwright/'],
  modulePathIgnorePatterns: ['/dist/', '/.reelwright/'],
  testTimeout: 30_000,
  errorOnDeprecated: true,
};

/** For packages that run in Node: Node loads their modules and strips the types, as in production. */
const preset = {
  ...common,
  testEnvironment: join(TESTING, 'jest/environment.ts'),
  runtime: join(TESTING, 'jest/runtime.ts'),
  transform: {},
  // Otherwise a rejection that nobody awaits is lost, or blamed on the next test file. It costs a turn of the event loop after
  // each test, before its hooks: in the web app, responses would then change pages outside of act().
  waitForUnhandledRejections: true,
};

export default preset;

/** For the services: every answer is compared with its response schema. */
export const servicePreset = { ...preset, setupFilesAfterEnv: [join(TESTING, 'check-responses.ts')] };

/**
 * For the web app, whose JSX Node can't load, and for Stryker, which changes modules while Jest runs: Jest compiles with
 * swc and loads all modules again for each test file.
 */
export const compiledPreset = {
  ...common,
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
};
