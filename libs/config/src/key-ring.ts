import Type from 'typebox';
import { randomKeys } from './production.ts';
import { secret } from './secret-files.ts';

/** A list of keys: the first signs, all verify. */
export type KeyRing = readonly [string, ...string[]];

/** The setting of a ring: one key of 32 characters or more, or several by comma. */
export const keyRingSetting = Type.String({
  ...secret,
  pattern: '^[^,\\s]{32,}(,[^,\\s]{32,})*$',
  description: 'keys of 32 characters or more, by comma; the first signs, all verify',
  production: randomKeys,
});

export const keyRing = (setting: string): KeyRing => setting.split(',') as unknown as KeyRing;
