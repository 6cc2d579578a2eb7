import { type Account, findAny } from './account.ts';
import { invalid } from './failure.ts';
import type { List, StripeObject } from './objects.ts';
import type { Input } from './parameters.ts';
import { complete } from './unused-fields.ts';

/** Fields that are sent only when they are expanded, by kind of object. */
const expandOnlyFields: Readonly<Record<string, readonly string[]>> = {
  'checkout.session': ['line_items'],
  invoice: ['confirmation_secret', 'payments'],
  customer: ['subscriptions'],
};

/** A value as it is sent when nothing is expanded: each object with every field of its kind, without the fields of `_`. */
export function present(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(present);
  if (value === null || typeof value !== 'object') return value;
  const object = complete(value as StripeObject);
  const hidden = expandOnlyFields[String(object.object)] ?? [];
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    if (name !== '_' && !hidden.includes(name)) shown[name] = present(object[name]);
  }
  return shown;
}

/** The `expand` of a call: dotted paths, at most four deep. */
export function expandPaths(input: Input): string[][] {
  const given = input.expand;
  if (given === undefined) return [];
  if (typeof given === 'string') throw invalid('Invalid array', 'expand');
  return Object.values(given).map((path) => {
    const parts = String(path).split('.');
    if (parts.length > 4) throw invalid(`You cannot expand more than 4 levels of a property (${path})`, 'expand');
    return parts;
  });
}

/** An object as it is sent when the given paths are expanded. */
export function presentExpanded(account: Account, object: unknown, paths: readonly string[][]): unknown {
  const shown = present(object);
  for (const path of paths) expandOne(account, object, shown, path, path.join('.'));
  return shown;
}

type Fields = Record<string, unknown>;

function expandOne(account: Account, stored: unknown, shown: unknown, path: readonly string[], fullPath: string): void {
  const [name, ...rest] = path;
  if (name === undefined || shown === null || typeof shown !== 'object') return;
  if (Array.isArray(shown)) {
    shown.forEach((item, index) => {
      expandOne(account, (stored as unknown[])[index], item, path, fullPath);
    });
    return;
  }
  const [from, to] = [stored as Fields, shown as Fields];
  if (!(name in from)) throw invalid(`This property cannot be expanded (${fullPath}).`, 'expand');
  const value = from[name];
  const object = typeof value === 'string' ? findAny(account, value) : value;
  if (object === undefined) throw invalid(`This property cannot be expanded (${fullPath}).`, 'expand');
  if (object === null) return;
  if (typeof to[name] !== 'object' || to[name] === null) to[name] = present(object);
  expandOne(account, object, to[name], rest, fullPath);
}

/** `created` of a list call, as bounds. Stripe also accepts a single time. */
export const createdField = {
  fields: { gt: 'integer', gte: 'integer', lt: 'integer', lte: 'integer' },
} as const;
type Bounds = { [name in 'gt' | 'gte' | 'lt' | 'lte']?: number | undefined };

/** Whether a time of creation is within the bounds. */
export function isCreatedWithin(created: number, { gt, gte, lt, lte }: Bounds = {}): boolean {
  return (
    created > (gt ?? -1) &&
    created >= (gte ?? 0) &&
    created < (lt ?? Number.POSITIVE_INFINITY) &&
    created <= (lte ?? Number.POSITIVE_INFINITY)
  );
}

export const pageFields = {
  limit: 'integer',
  starting_after: 'text',
  ending_before: 'text',
} as const;

/** A page of a list, newest first, by `limit` (1–100, default 10), `starting_after` and `ending_before`. */
export function pageOf<T extends StripeObject>(
  all: readonly T[],
  url: string,
  {
    limit = 10,
    starting_after,
    ending_before,
  }: { limit?: number | undefined; starting_after?: string | undefined; ending_before?: string | undefined },
): List<T> {
  if (limit < 1) throw invalid('This value must be greater than or equal to 1.', 'limit', 'parameter_invalid_integer');
  if (limit > 100) {
    const message = `This value must be less than or equal to 100 (it currently is '${limit}').`;
    throw invalid(message, 'limit', 'parameter_invalid_integer');
  }
  if (starting_after !== undefined && ending_before !== undefined)
    throw invalid('You may only specify one of these parameters: ending_before, starting_after.');
  const newestFirst = [...all].reverse();
  const positionOf = (id: string, param: string) => {
    const index = newestFirst.findIndex((object) => object.id === id);
    if (index < 0) throw invalid(`No such object: '${id}'`, param, 'resource_missing');
    return index;
  };
  if (ending_before !== undefined) {
    const end = positionOf(ending_before, 'ending_before');
    const begin = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(begin, end), has_more: begin > 0, url };
  }
  const begin = starting_after === undefined ? 0 : positionOf(starting_after, 'starting_after') + 1;
  const data = newestFirst.slice(begin, begin + limit);
  return { object: 'list', data, has_more: begin + limit < newestFirst.length, url };
}
