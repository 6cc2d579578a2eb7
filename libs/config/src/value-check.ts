import type { TSchema } from 'typebox';

/** The settings of a process by name, as converted from its environment. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** What is wrong with a given value, for what a schema can't say; never with a part of it. The option `check` of a setting. */
export type ValueCheck = (value: string, settings: SettingValues) => string | undefined;

export function problemOf(setting: TSchema | undefined, value: string | undefined, settings: SettingValues) {
  const { check } = (setting ?? {}) as { check?: ValueCheck };
  return value ? check?.(value, settings) : undefined;
}
