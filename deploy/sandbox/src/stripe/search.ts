import { invalid } from './failure.ts';
import type { Customer, StripeObject } from './objects.ts';

type Test = (customer: Customer) => boolean;

/**
 * Reads a query of `customers.search`: clauses such as `email:"a@b.c"`, `name~"ad"`, `-metadata["userId"]:"7"` or
 * `created>1700000000`, all joined by AND or all by OR. @throws 400 for anything else
 */
export function searched(all: readonly Customer[], query: string): Customer[] {
  const words = [...query.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word);
  const joints = words.filter((_, index) => index % 2 === 1).map((word) => word.toUpperCase());
  const isOr = joints.every((word) => word === 'OR');
  if (words.length % 2 === 0 || !(isOr || joints.every((word) => word === 'AND'))) throw malformed();
  const tests = words.filter((_, index) => index % 2 === 0).map(clause);
  return all.filter((customer) =>
    isOr && joints.length > 0 ? tests.some((test) => test(customer)) : tests.every((test) => test(customer)),
  );
}

function clause(word: string): Test {
  const found = /^(-?)(email|name|phone|created|metadata\[["']([^"']+)["']\])(:|~|>=|<=|>|<)(["']?)(.*)\5$/.exec(word);
  if (!found) throw malformed();
  const [, not, field = '', key = '', operator, , value = ''] = found;
  const test: Test = (customer) => {
    if (field === 'created') return compared(customer.created, operator, Number(value));
    const has = key === '' ? customer[field] : customer.metadata[key];
    if (typeof has !== 'string') return false;
    return operator === '~'
      ? has.toLowerCase().includes(value.toLowerCase())
      : has.toLowerCase() === value.toLowerCase();
  };
  return not === '' ? test : (customer) => !test(customer);
}

function compared(one: number, operator: string | undefined, other: number): boolean {
  if (operator === '>') return one > other;
  if (operator === '<') return one < other;
  if (operator === '>=') return one >= other;
  return operator === '<=' ? one <= other : one === other;
}

/** A page of a search result, newest first. */
export function searchPage<T extends StripeObject>(found: readonly T[], url: string, limit = 10, page = '0'): object {
  const newestFirst = [...found].reverse();
  const begin = Number(page);
  const next = begin + limit < found.length ? String(begin + limit) : null;
  const data = newestFirst.slice(begin, begin + limit);
  return { object: 'search_result', data, has_more: next !== null, next_page: next, url };
}

function malformed() {
  return invalid('We were unable to parse your search query.', 'query');
}
