import preset from '../jest.preset.mjs';

export default {
  ...preset,
  testEnvironment: '<rootDir>/test/browser-environment.mjs',
  // Styles that come with one page only are imported by it; jsdom lays nothing out.
  moduleNameMapper: { '\\.css$': '<rootDir>/test/no-styles.ts' },
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
};
