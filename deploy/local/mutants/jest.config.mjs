import { compiledPreset } from '../../../jest.preset.mjs';

// Stryker starts Jest in the folder of the package whose files it changes.
export default { ...compiledPreset, rootDir: process.cwd() };
