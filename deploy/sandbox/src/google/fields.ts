import type { ProviderError } from '../core/provider-error.ts';
import { googleError } from './errors.ts';

/** A partial-response mask: for each field, true or the mask of its own fields. */
type Mask = Map<string, Mask | true>;

/**
 * Selects the fields of a resource by a `fields` text such as `id,files(id,name),user/displayName`. A field that is not in
 * `known` is rejected with 400 `invalidParameter`.
 */
export function select(
  resource: object,
  fields: string,
  known: Readonly<Record<string, readonly string[]>> = {},
): object {
  const mask = parse(fields);
  check(mask, '', known);
  return applyMask(resource, mask) as object;
}

/** Checks a `fields` text before anything is created, which would remain although the response is an error. */
export function checkFields(fields: string | undefined, known: Readonly<Record<string, readonly string[]>> = {}): void {
  if (fields !== undefined) check(parse(fields), '', known);
}

function invalid(name: string): ProviderError {
  return googleError(400, 'invalidParameter', `Invalid field selection ${name}`, {
    location: 'fields',
    locationType: 'parameter',
  });
}

function parse(fields: string): Mask {
  let position = 0;
  const list = (): Mask => {
    const mask: Mask = new Map();
    for (;;) {
      const name = /^[\w*]+/.exec(fields.slice(position))?.[0];
      if (name === undefined) throw invalid(fields);
      position += name.length;
      if (fields[position] === '/') {
        position++;
        const rest = /^[^,()]+/.exec(fields.slice(position))?.[0] ?? '';
        position += rest.length;
        mask.set(name, parse(rest));
      } else if (fields[position] === '(') {
        position++;
        mask.set(name, list());
        if (fields[position++] !== ')') throw invalid(fields);
      } else mask.set(name, true);
      if (fields[position] !== ',') return mask;
      position++;
    }
  };
  fields = fields.replaceAll(/\s/g, '');
  const mask = list();
  if (position !== fields.length) throw invalid(fields);
  return mask;
}

function check(mask: Mask, at: string, known: Readonly<Record<string, readonly string[]>>): void {
  const names = known[at];
  for (const [name, below] of mask) {
    if (names && name !== '*' && !names.includes(name)) throw invalid(name);
    if (below !== true) check(below, name, known);
  }
}

function applyMask(value: unknown, mask: Mask | true): unknown {
  if (mask === true || mask.has('*') || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => applyMask(item, mask));
  const kept = Object.entries(value).filter(([name]) => mask.has(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, applyMask(item, mask.get(name) ?? true)]));
}
