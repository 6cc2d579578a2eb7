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
