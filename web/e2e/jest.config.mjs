import preset from '../../jest.preset.mjs';

export default {
  ...preset,
  displayName: 'journeys',
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testTimeout: 480_000,
};
