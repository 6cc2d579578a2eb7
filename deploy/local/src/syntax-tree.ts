import type { Node } from 'libpg-query';

/** The last part of a name, which is qualified by those before it. */
export function lastOf(name: readonly Node[] = []): string {
  const last = name.at(-1);
  return last && 'String' in last ? (last.String.sval ?? '') : '';
}

/** The nodes of a kind, at any depth. */
export function nodesOf(tree: unknown, kind: string): Record<string, unknown>[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === kind ? [value as Record<string, unknown>] : []),
    ...nodesOf(value, kind),
  ]);
}

export function isNull(value: Node | undefined): boolean {
  if (value && 'TypeCast' in value) return isNull(value.TypeCast.arg);
  return !value || ('A_Const' in value && value.A_Const.isnull === true);
}

/** The tree with the values of the parameters as constants; one that is not a number or a text stays a parameter. */
export function withParameters<T>(tree: T, values: readonly unknown[]): T {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map((each) => withParameters(each, values)) as T;
  if ('ParamRef' in tree) {
    const { number = 0 } = tree.ParamRef as { number?: number };
    const value = values[number - 1];
    const isKnown = ['number', 'bigint', 'string'].includes(typeof value);
    return isKnown ? ({ A_Const: { sval: { sval: String(value) } } } as T) : tree;
  }
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, withParameters(value, values)])) as T;
}
