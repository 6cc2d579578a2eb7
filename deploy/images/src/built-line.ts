import { columns } from '@reelwright/local/say';
import type { BuiltImage } from './build.ts';

/** What a person at the terminal learns of an image. */
export function builtLine({ name, digest, megabytes, seconds, isUnchanged }: BuiltImage): string {
  const time = isUnchanged ? 'unchanged' : `${seconds.toFixed(1)} s`;
  return columns(name, `${megabytes.toFixed(1).padStart(6)} MB  ${time.padStart(9)}  ${digest}`);
}
