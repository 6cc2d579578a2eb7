import preset from '../jest.preset.mjs';

export default {
  ...preset,
  testEnvironment: '<rootDir>/test/browser-environment.mjs',
  // Styles that come with a lazy part; jsdom draws nothing.
  moduleNameMapper: { '\\.css$': '<rootDir>/test/no-styles.ts' },
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
};
