import type { TSchema } from 'typebox';

/** The settings of a process by name, as converted from its environment. */
export type SettingValues = Readonly<Record<string, unknown>>;

/**
 * What is wrong with a value, or with an unset one (''), for what a schema can't say; never with a part of it. The option
 * `check` of a setting.
 */
export type ValueCheck = (value: string, settings: SettingValues) => string | undefined;

export function problemOf(
  setting: TSchema | undefined,
  value: string | undefined,
  settings: SettingValues,
): string | undefined {
  const { check } = (setting ?? {}) as { check?: ValueCheck };
  return check?.(value ?? '', settings);
}

/** For a setting that is missing while another one is set, or has this value. */
export function neededWith(other: string, wanted?: string): ValueCheck {
  const because = wanted === undefined ? other : `${other}=${wanted}`;
  return (value, settings) => {
    const needs = wanted === undefined ? Boolean(settings[other]) : settings[other] === wanted;
    return needs && value === '' ? `needed with ${because}` : undefined;
  };
}
