import preset from '../jest.preset.mjs';

export default {
  ...preset,
  testEnvironment: '<rootDir>/test/browser-environment.mjs',
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
};
