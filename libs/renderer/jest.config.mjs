import preset from '../../jest.preset.mjs';

// The renderer runs at low priority: on a busy machine a clip of one or two seconds can take minutes.
export default { ...preset, displayName: 'renderer', testTimeout: 180_000 };
