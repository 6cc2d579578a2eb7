import type { Text } from './language.ts';

/** A cause in words. */
export interface Words {
  /** What happened. */
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
}

export type Names = Readonly<Record<string, string | number>>;

export const filled = ({ message, fix }: Text, names: Names): Words => ({
  message: fill(message, names),
  fix: fill(fix, names),
});

export const fill = (text: string, names: Names): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(names[name] ?? ''));
