import { AppError } from '@reelwright/errors';

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Checks the type of a photo by its first bytes, not by its content type. @throws AppError UNSUPPORTED_IMAGE */
export function requirePhoto(bytes: Buffer): void {
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (isWebp || [JPEG, PNG].some((head) => bytes.subarray(0, head.length).equals(head))) return;
  throw unsupportedImage();
}

export const unsupportedImage = () =>
  new AppError('INVALID_ARGUMENT', 'UNSUPPORTED_IMAGE', 'The photo must be a JPEG, PNG or WebP image.', {
    httpStatus: 415,
  });
