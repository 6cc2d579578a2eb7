import { AppError } from '@reelwright/errors';

/** The number of first bytes that show a file's type. */
export const KIND_BYTES = 12;

export type VideoKind = 'mp4' | 'mov' | 'avi';

/** Brands of ISO files with only pictures or sound: HEIF, AVIF, Canon raw, iTunes audio. */
const NOT_VIDEO = /^(hei[cmsx]|hev[cmsx]|mif1|msf1|avi[fs]|crx |M4[ABP] )/;

/** The type of a file by its first bytes; its name and content type are ignored. @throws AppError UNSUPPORTED_VIDEO */
export function videoKindOf(head: Buffer): VideoKind {
  const text = head.toString('latin1', 0, KIND_BYTES);
  if (text.startsWith('RIFF') && text.slice(8) === 'AVI ') return 'avi';
  if (text.length === KIND_BYTES && text.slice(4, 8) === 'ftyp' && !NOT_VIDEO.test(text.slice(8))) {
    return text.slice(8) === 'qt  ' ? 'mov' : 'mp4';
  }
  throw new AppError('INVALID_ARGUMENT', 'UNSUPPORTED_VIDEO', 'The video must be an MP4, MOV or AVI file.', {
    httpStatus: 415,
  });
}
