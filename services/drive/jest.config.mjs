import { servicePreset } from '../../jest.preset.mjs';

export default { ...servicePreset, rootDir: import.meta.dirname };
