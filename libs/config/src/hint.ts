import Type, { type TSchema } from 'typebox';

interface Described {
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly { readonly const?: unknown }[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What a setting's value has to be: its choices or its range, and its description. */
export function hintOf(setting: TSchema | undefined): string | undefined {
  const described = (setting ?? {}) as Described;
  const { description = '' } = described;
  const choices = (described.enum ?? described.anyOf?.map((choice) => choice.const) ?? []).map(String);
  const isNamed = choices.every((choice) => description.includes(choice));
  const parts = [isNamed ? '' : `one of ${choices.join(', ')}`, setting ? kindOf(setting, described) : '', description];
  return parts.filter(Boolean).join('; ') || undefined;
}

function kindOf(setting: TSchema, { minimum, maximum }: Described): string {
  if (Type.IsBoolean(setting)) return 'true or false';
  if (!Type.IsInteger(setting)) return '';
  if (minimum === undefined) return 'a whole number';
  return maximum === undefined ? `a whole number, ${minimum} or more` : `a whole number from ${minimum} to ${maximum}`;
}
