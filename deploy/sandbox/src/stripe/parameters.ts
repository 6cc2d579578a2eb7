import { invalid } from './failure.ts';

/** Form fields as received, nested. Lists are objects with numbers as names. */
export interface Input {
  [name: string]: string | Input;
}

export type Shape =
  | 'text'
  /** A text that may be empty, which clears the field. */
  | 'clearable'
  /** A text or a clearable one with a limit below the usual one. */
  | { readonly text: 'text' | 'clearable'; readonly most: number }
  | 'integer'
  | 'boolean'
  | 'metadata'
  /** Accepted and ignored. */
  | 'ignored'
  | { readonly oneOf: readonly string[] }
  | { readonly list: Shape }
  | { readonly fields: Fields };
export type Fields = { readonly [name: string]: Shape };

type Read<S> = S extends 'text' | 'clearable' | { readonly most: number }
  ? string
  : S extends 'integer'
    ? number
    : S extends 'boolean'
      ? boolean
      : S extends 'metadata'
        ? Record<string, string> | ''
        : S extends { readonly oneOf: readonly (infer Word)[] }
          ? Word
          : S extends { readonly list: infer Item }
            ? Read<Item>[]
            : S extends { readonly fields: infer Inner }
              ? Parameters<Inner>
              : unknown;
type Parameters<F, Required extends keyof F = never> = { [Name in keyof F]?: Read<F[Name]> | undefined } & {
  [Name in Required]: Read<F[Name]>;
};

/** The character limit of texts without a limit of their own. */
const defaultMax = 5000;

/** Reads `a[b][0]=c` as `{a: {b: {0: 'c'}}}`. */
export function readForm(text: string): Input {
  const root = empty();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [name.replace(/\[.*/s, ''), ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)];
    const last = path.pop() ?? '';
    let at = root;
    for (const part of path) {
      const key = part === '' ? String(Object.keys(at).length) : part;
      const present = at[key];
      const next = typeof present === 'object' ? present : empty();
      at[key] = next;
      at = next;
    }
    at[last === '' ? String(Object.keys(at).length) : last] = value;
  }
  return root;
}

const empty = (): Input => Object.create(null);

/**
 * Reads the parameters of a call. Unknown, invalid or missing ones are rejected as at Stripe. `expand` is allowed
 * in every call.
 */
export function parameters<const F extends Fields, Required extends keyof F & string = never>(
  input: Input,
  fields: F,
  ...required: Required[]
): Parameters<F, Required> {
  return readFields(input, { expand: 'ignored', ...fields }, '', required) as Parameters<F, Required>;
}

function readFields(
  input: Input,
  fields: Fields,
  at: string,
  required: readonly string[] = [],
): Record<string, unknown> {
  const named = (name: string) => (at === '' ? name : `${at}[${name}]`);
  for (const name of required) {
    if (input[name] === undefined)
      throw invalid(`Missing required param: ${named(name)}.`, named(name), 'parameter_missing');
  }
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (shape === undefined)
      throw invalid(`Received unknown parameter: ${named(name)}`, named(name), 'parameter_unknown');
    if (shape !== 'ignored') read[name] = readValue(value, shape, named(name));
  }
  return read;
}

function readValue(value: string | Input, shape: Shape, at: string): unknown {
  if (shape === 'metadata') {
    if (typeof value === 'string') {
      if (value !== '') throw invalid('Invalid hash', at);
      return value;
    }
    return checkedMetadata({ ...value } as Record<string, string>, at);
  }
  if (typeof shape === 'object' && 'list' in shape) {
    if (typeof value === 'string') throw invalid('Invalid array', at, 'parameter_invalid_array');
    return Object.entries(value).map(([index, item]) => readValue(item, shape.list, `${at}[${index}]`));
  }
  if (typeof shape === 'object' && 'fields' in shape) {
    if (typeof value === 'string') throw invalid('Invalid object', at);
    return readFields(value, shape.fields, at);
  }
  if (typeof value !== 'string') throw invalid('Invalid string', at);
  const limited = typeof shape === 'object' && 'most' in shape ? shape : undefined;
  const most = limited?.most ?? defaultMax;
  if (value.length > most) {
    const shown = `${value.slice(0, 10)}...${value.slice(-10)}`;
    throw invalid(`Invalid string: ${shown}; must be at most ${most} characters`, at);
  }
  if (shape === 'clearable' || limited?.text === 'clearable') return value;
  if (value === '')
    throw invalid(
      `You passed an empty string for '${at}'. We assume empty values are an attempt to unset a parameter; however '${at}' cannot be unset. You should remove '${at}' from your request or supply a non-empty value.`,
      at,
      'parameter_invalid_empty',
    );
  if (shape === 'integer') {
    if (!/^-?\d{1,15}$/.test(value)) throw invalid(`Invalid integer: ${value}`, at, 'parameter_invalid_integer');
    return Number(value);
  }
  if (shape === 'boolean') {
    if (value !== 'true' && value !== 'false') throw invalid(`Invalid boolean: ${value}`, at);
    return value === 'true';
  }
  if (typeof shape === 'object' && 'oneOf' in shape && !shape.oneOf.includes(value)) {
    throw invalid(`Invalid ${at}: must be one of ${shape.oneOf.join(', ')}`, at);
  }
  return value;
}

/** Stripe's limits of metadata: 50 keys of 40 characters, values of 500. */
function checkedMetadata(given: Record<string, string>, at: string): Record<string, string> {
  if (Object.keys(given).length > 50) throw invalid('You can specify up to 50 metadata keys.', at);
  for (const [key, value] of Object.entries(given)) {
    if (typeof value !== 'string') throw invalid('Invalid string', `${at}[${key}]`);
    if (key.length > 40)
      throw invalid(
        `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
        at,
      );
    if (value.length > 500)
      throw invalid(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
        at,
      );
  }
  return given;
}

/** Metadata after a change: an empty value removes its key, an empty text removes all keys. */
export function changedMetadata(
  present: Record<string, string>,
  change: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (change === undefined) return present;
  if (change === '') return {};
  return Object.fromEntries(Object.entries({ ...present, ...change }).filter(([, value]) => value !== ''));
}
