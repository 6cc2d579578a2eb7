import { useBrowserValue } from '../../lib/use-browser-value.ts';

const readOrigin = () => window.location.origin;

/** The address of this installation. The build, which writes the page for all of them, does not know it. */
export const useOrigin = () => useBrowserValue(readOrigin, 'https://reelwright.example');
