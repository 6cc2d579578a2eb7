import { compiledPreset } from '../jest.preset.mjs';

export default {
  ...compiledPreset,
  testEnvironment: '<rootDir>/test/browser-environment.mjs',
  // Some pages import styles of their own. jsdom has no layout, so the tests replace them with an empty module.
  moduleNameMapper: { '\\.css$': '<rootDir>/test/no-styles.ts' },
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
};
