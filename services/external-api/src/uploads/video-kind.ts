import { AppError } from '@reelwright/errors';

/** How many bytes tell what a file is. */
export const KIND_BYTES = 12;

export type VideoKind = 'mp4' | 'mov' | 'avi';

/** Brands of ISO files that are pictures or sound alone: HEIF, AVIF, Canon raw, iTunes audio. */
const NOT_VIDEO = /^(hei[cmsx]|hev[cmsx]|mif1|msf1|avi[fs]|crx |M4[ABP] )/;

/** What a file is by its first bytes; its name and its announced type are not asked. @throws AppError UNSUPPORTED_VIDEO */
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
