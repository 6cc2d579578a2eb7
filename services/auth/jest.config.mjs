import { servicePreset } from '../../jest.preset.mjs';

export default { ...servicePreset, displayName: 'auth' };
