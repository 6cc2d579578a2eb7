import type { ProviderError } from '../../core/provider-error.ts';
import { googleError } from '../errors.ts';
import type { DriveFile } from './file.ts';

interface Searched {
  file: DriveFile;
  trashed: boolean;
  ownerEmail: string;
}

type Test = (searched: Searched) => boolean;

/**
 * Reads a `q` of files.list: comparisons of name, mimeType, fullText, flags and times, `'id' in parents|owners|readers|writers`,
 * `appProperties has { key='k' and value='v' }`, joined by and, or, not and parentheses. @throws 400 for anything else
 */
export function parseQuery(query: string, root: string): Test {
  const tokens = tokensOf(query);
  let position = 0;
  const next = (): string => tokens[position++] ?? '';
  const expect = (token: string): void => {
    if (next() !== token) throw invalid();
  };
  const text = (): string => {
    const token = next();
    if (!token.startsWith("'")) throw invalid();
    return token.slice(1);
  };

  const alternatives = (): Test => {
    const tests = [together()];
    while (tokens[position] === 'or') {
      position++;
      tests.push(together());
    }
    return (searched) => tests.some((test) => test(searched));
  };
  const together = (): Test => {
    const tests = [single()];
    while (tokens[position] === 'and') {
      position++;
      tests.push(single());
    }
    return (searched) => tests.every((test) => test(searched));
  };
  const single = (): Test => {
    const token = next();
    if (token === 'not') {
      const negated = single();
      return (searched) => !negated(searched);
    }
    if (token === '(') {
      const inner = alternatives();
      expect(')');
      return inner;
    }
    if (token.startsWith("'")) return membership(token.slice(1));
    if (token === 'appProperties') return appProperty();
    if (token === 'sharedWithMe' && !['=', '!='].includes(tokens[position] ?? '')) return flags.sharedWithMe;
    return comparison(token, next());
  };
  const membership = (value: string): Test => {
    expect('in');
    const where = next();
    const wanted = value === 'root' && where === 'parents' ? root : value;
    if (where === 'parents') return ({ file }) => file.parents.includes(wanted);
    if (where === 'owners') return ({ ownerEmail }) => ownerEmail === wanted;
    const roles: Record<string, string[]> = { readers: ['reader'], writers: ['writer', 'owner'] };
    const allowed = roles[where];
    if (!allowed) throw invalid();
    return ({ file }) =>
      file.permissions.some(({ emailAddress, role }) => emailAddress === wanted && allowed.includes(role));
  };
  const appProperty = (): Test => {
    expect('has');
    expect('{');
    expect('key');
    expect('=');
    const key = text();
    expect('and');
    expect('value');
    expect('=');
    const value = text();
    expect('}');
    return ({ file }) => file.appProperties[key] === value;
  };
  const comparison = (field: string, operator: string): Test => {
    const flag = flags[field];
    if (flag) {
      const wanted = next();
      if ((operator !== '=' && operator !== '!=') || !['true', 'false'].includes(wanted)) throw invalid();
      return (searched) => (String(flag(searched)) === wanted) === (operator === '=');
    }
    const value = text();
    if (field === 'name' || field === 'mimeType') {
      if (operator === '=') return ({ file }) => file[field] === value;
      if (operator === '!=') return ({ file }) => file[field] !== value;
      if (operator === 'contains') return ({ file }) => file[field].toLowerCase().includes(value.toLowerCase());
    }
    if (field === 'fullText' && operator === 'contains') {
      const wanted = value.replaceAll('"', '').toLowerCase();
      return ({ file }) => `${file.name} ${file.description ?? ''}`.toLowerCase().includes(wanted);
    }
    if (field === 'createdTime' || field === 'modifiedTime') {
      const compare = timeComparisons[operator];
      const time = Date.parse(value);
      if (compare && Number.isFinite(time)) return ({ file }) => compare(Date.parse(file[field]), time);
    }
    throw invalid();
  };

  const whole = alternatives();
  if (position !== tokens.length) throw invalid();
  return whole;
}

/** Always empty, because nothing here is shared with an account or starred. */
const flags: Readonly<Record<string, Test>> & { sharedWithMe: Test } = {
  trashed: ({ trashed }) => trashed,
  starred: () => false,
  sharedWithMe: () => false,
};

const timeComparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '=': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

/** The tokens of a query. Texts keep their first quote, without escapes. */
function tokensOf(query: string): string[] {
  const tokens: string[] = [];
  let rest = query.trimStart();
  while (rest !== '') {
    const token = /^(?:'((?:[^'\\]|\\['\\])*)'|[A-Za-z]+|<=|>=|!=|[=<>(){}])/.exec(rest);
    if (!token) throw invalid();
    tokens.push(token[1] === undefined ? token[0] : `'${token[1].replaceAll(/\\(['\\])/g, '$1')}`);
    rest = rest.slice(token[0].length).trimStart();
  }
  return tokens;
}

function invalid(): ProviderError {
  return googleError(400, 'invalid', 'Invalid Value', { location: 'q', locationType: 'parameter' });
}
