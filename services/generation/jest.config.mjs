import { servicePreset } from '../../jest.preset.mjs';

// The renderer has a low priority: on a busy machine a clip of a second or two takes minutes.
export default { ...servicePreset, rootDir: import.meta.dirname, testTimeout: 180_000 };
