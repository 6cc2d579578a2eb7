import { AppError } from '@reelwright/errors';
import { isStyle } from '@reelwright/product';

/** The business or person that the videos are about. */
export interface Brand {
  readonly name: string;
  readonly occupation: string;
  readonly feel: string;
  readonly colours: readonly string[];
}

export const NO_BRAND: Brand = { name: '', occupation: '', feel: '', colours: [] };

export interface Configuration {
  /** Grows by one with every save; 0 before the first. */
  readonly version: number;
  readonly videoType: string;
  readonly includeAudio: boolean;
  readonly notes: string;
  readonly brand: Brand;
  readonly timeZone: string;
}

export const UNSAVED: Configuration = {
  version: 0,
  videoType: 'v1',
  includeAudio: true,
  notes: '',
  brand: NO_BRAND,
  timeZone: 'UTC',
};

/** @throws AppError UNKNOWN_VIDEO_TYPE */
export function requireVideoType(videoType: string): void {
  if (isStyle(videoType)) return;
  throw new AppError('INVALID_ARGUMENT', 'UNKNOWN_VIDEO_TYPE', 'Choose one of the eight video types, v1 to v8.');
}
