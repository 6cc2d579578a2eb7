import { AppError } from '@reelwright/errors';
import { isStyle } from '@reelwright/product';
import { type ConfigurationSettings, INITIAL_SETTINGS } from './configuration-settings.ts';

export interface Configuration extends ConfigurationSettings {
  /** Grows by one with every save; 0 before the first. */
  readonly version: number;
}

export const UNSAVED: Configuration = { version: 0, ...INITIAL_SETTINGS };

/** @throws AppError UNKNOWN_VIDEO_TYPE */
export function requireVideoType(videoType: string): void {
  if (isStyle(videoType)) return;
  throw new AppError('INVALID_ARGUMENT', 'UNKNOWN_VIDEO_TYPE', 'Choose one of the eight video types, v1 to v8.');
}
