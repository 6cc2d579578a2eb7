import type { CommonTableExpr, Node, RangeVar, SelectStmt } from 'libpg-query';
import { lastOf, nodesOf } from './syntax-tree.ts';

/** Requests wait for the rows of a batch until it has committed: about half a second, on a table with four indexes. */
const MAX_ROWS = 10_000;
/** 8 MB of a table, whose 20000 rows of 400 bytes take less than a second. */
const MAX_PAGES = 1_000;

/** Few: a number of rows that its text says. A batch: a limited number. */
type Extent = 'few' | 'batch' | 'many';

export interface Tables {
  /** Whether this migration has created the table. */
  isNew(table: RangeVar | undefined): boolean;
  /** The columns of its primary key; none if it is not known. */
  keyOf(table: RangeVar): readonly string[];
}

/** What a statement works with: tables, and its own queries by name. */
interface Scope extends Tables {
  isExisting(table: RangeVar): boolean;
  /** The queries of `with` that have a limited number of rows. */
  readonly limited: ReadonlySet<string>;
}

/** An update or a delete, as far as it matters which rows it changes. */
interface RowChange {
  readonly relation: RangeVar;
  readonly whereClause?: Node;
  readonly fromClause?: Node[];
  readonly usingClause?: Node[];
}

/** How many rows of existing tables a statement changes, copies or locks. */
export function extentOf(stmt: Node, tables: Tables): Extent {
  const scope = scopeOf(stmt, tables);
  const changes = ['UpdateStmt', 'DeleteStmt'].flatMap((kind) => nodesOf(stmt, kind)) as unknown as RowChange[];
  const merges = nodesOf(stmt, 'MergeStmt') as { relation?: RangeVar; sourceRelation?: Node }[];
  const copies =
    ['InsertStmt', 'CreateTableAsStmt', 'intoClause', 'MergeStmt'].some((kind) => nodesOf(stmt, kind).length > 0) ||
    changes.some(({ relation }) => tables.isNew(relation));
  const selects = nodesOf(stmt, 'SelectStmt') as SelectStmt[];
  return largest([
    ...changes.map((change) => extentOfChange(change, scope)),
    ...merges.map(({ relation, sourceRelation }) =>
      tables.isNew(relation) && !tablesIn(sourceRelation).some(scope.isExisting) ? 'few' : 'many',
    ),
    ...selects.filter(({ lockingClause }) => copies || lockingClause).map((select) => extentOfSelect(select, scope)),
  ]);
}

function largest(extents: readonly Extent[]): Extent {
  if (extents.includes('many')) return 'many';
  return extents.includes('batch') ? 'batch' : 'few';
}

function scopeOf(stmt: Node, tables: Tables): Scope {
  const queries = nodesOf(stmt, 'CommonTableExpr') as CommonTableExpr[];
  const names = queries.map(({ ctename = '' }) => ctename);
  // A name may be that of a table elsewhere in the statement, or of two queries.
  const isQuery = (name: string) =>
    names.filter((each) => each === name).length === 1 && tables.keyOf({ relname: name }).length === 0;
  const limited = queries.filter(
    ({ ctename = '', ctequery }) =>
      isQuery(ctename) && ctequery && 'SelectStmt' in ctequery && isLimited(ctequery.SelectStmt),
  );
  return {
    ...tables,
    isExisting: (table) => !tables.isNew(table) && !(!table.schemaname && isQuery(table.relname ?? '')),
    limited: new Set(limited.map(({ ctename = '' }) => ctename)),
  };
}

function extentOfChange({ relation, whereClause, fromClause, usingClause }: RowChange, scope: Scope): Extent {
  const others = sourcesOf(fromClause ?? usingClause ?? []);
  if (!scope.isNew(relation)) return extentOfCondition(whereClause, relation, others, scope);
  const existing = others.flatMap((node) => ('RangeVar' in node ? [node.RangeVar] : [])).filter(scope.isExisting);
  return largest(
    existing.map((table) => extentOfCondition(whereClause, table, [...others, { RangeVar: relation }], scope)),
  );
}

function extentOfSelect(select: SelectStmt, scope: Scope): Extent {
  const sources = sourcesOf(select.fromClause ?? []);
  if (!tablesIn(select.fromClause).some(scope.isExisting)) return 'few';
  if (isLimited(select)) return 'batch';
  return sources
    .flatMap((node) => ('RangeVar' in node ? [node.RangeVar] : []))
    .filter(scope.isExisting)
    .map((table) => extentOfCondition(select.whereClause, table, sources.length > 1 ? sources : [], scope))
    .reduce<Extent>((least, each) => (each === 'many' || least === 'few' ? least : each), 'many');
}

/** How many rows of a table a condition selects, beside other sources of the same statement. */
function extentOfCondition(where: Node | undefined, table: RangeVar, others: readonly Node[], scope: Scope): Extent {
  const parts = conjunctsOf(where);
  const columnOf = (node: Node | undefined) => ownColumn(node, table, others.length > 0);
  const key = scope.keyOf(table);
  if (key.length > 0 && key.every((column) => parts.some((part) => isConstant(part, column, columnOf)))) return 'few';
  if (isShortRange(parts, columnOf)) return 'batch';
  const isUnique = (columns: readonly (string | undefined)[]) =>
    columns.includes('ctid') || (key.length > 0 && key.every((column) => columns.includes(column)));
  if (parts.some((part) => isInLimited(part, table, others, scope, (nodes) => isUnique(nodes.map(columnOf)))))
    return 'batch';
  const isJoined = others.some((other) => isUnique(joinedColumns(other, parts, columnOf, scope)));
  return isJoined ? 'batch' : 'many';
}

type ColumnOf = (node: Node | undefined) => string | undefined;

/** The name of a column of this table. Beside other tables it has to be qualified. */
function ownColumn(node: Node | undefined, table: RangeVar, hasOthers: boolean): string | undefined {
  if (!node || !('ColumnRef' in node)) return undefined;
  const qualifier = qualifierOf(node.ColumnRef.fields);
  const isOwn = qualifier ? qualifier === nameOf(table) : !hasOthers;
  return isOwn ? lastOf(node.ColumnRef.fields) : undefined;
}

function qualifierOf(fields: readonly Node[] = []): string {
  return lastOf(fields.slice(0, -1));
}

/** The name by which a statement refers to a table. */
function nameOf({ alias, relname = '' }: RangeVar): string {
  return alias?.aliasname ?? relname;
}

function conjunctsOf(condition: Node | undefined): Node[] {
  if (!condition) return [];
  const isAnd = 'BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR';
  return isAnd ? (condition.BoolExpr.args ?? []).flatMap(conjunctsOf) : [condition];
}

/** `column = 1` or `column in (1, 2)`. */
function isConstant(part: Node, column: string, columnOf: ColumnOf): boolean {
  if (!('A_Expr' in part) || lastOf(part.A_Expr.name) !== '=') return false;
  const { kind, lexpr, rexpr } = part.A_Expr;
  if (columnOf(lexpr) !== column || !rexpr) return false;
  if (kind === 'AEXPR_IN') return 'List' in rexpr && (rexpr.List.items ?? []).every(isValue);
  return kind === 'AEXPR_OP' && isValue(rexpr);
}

function isValue(node: Node | undefined): boolean {
  if (node && 'TypeCast' in node) return isValue(node.TypeCast.arg);
  return node !== undefined && ('A_Const' in node || 'ParamRef' in node);
}

/** Whether the table's `ctid` has a lower and an upper bound, with few pages between them. */
function isShortRange(parts: readonly Node[], columnOf: ColumnOf): boolean {
  const bounds = parts.flatMap((part) =>
    'A_Expr' in part && columnOf(part.A_Expr.lexpr) === 'ctid' ? [part.A_Expr] : [],
  );
  const pages = (direction: string, place: number) =>
    bounds.flatMap(({ kind, name, rexpr }) => {
      if (kind === 'AEXPR_BETWEEN') return pageOf(rexpr && 'List' in rexpr ? rexpr.List.items?.[place] : undefined);
      return kind === 'AEXPR_OP' && [direction, `${direction}=`].includes(lastOf(name)) ? pageOf(rexpr) : [];
    });
  return Math.min(...pages('<', 1)) - Math.max(...pages('>', 0)) <= MAX_PAGES;
}

/** The page of `'(7,0)'::tid`. */
function pageOf(value: Node | undefined): number[] {
  const page = /^\((\d+),/.exec(textOf(value))?.[1];
  return page === undefined ? [] : [Number(page)];
}

/** `id in (select … limit …)`, `id = (…)` or `id = any(array(…))`, of columns that are unique. */
function isInLimited(
  part: Node,
  table: RangeVar,
  others: readonly Node[],
  scope: Scope,
  isUnique: (columns: readonly Node[]) => boolean,
): boolean {
  const comparison = 'A_Expr' in part && lastOf(part.A_Expr.name) === '=' ? part.A_Expr : undefined;
  const link = comparison ? comparison.rexpr : part;
  if (!link || !('SubLink' in link)) return false;
  const { subLinkType, operName, subselect, testexpr } = link.SubLink;
  const isMember = comparison
    ? (comparison.kind === 'AEXPR_OP' && subLinkType === 'EXPR_SUBLINK') ||
      (comparison.kind === 'AEXPR_OP_ANY' && subLinkType === 'ARRAY_SUBLINK')
    : subLinkType === 'ANY_SUBLINK' && (!operName || lastOf(operName) === '=');
  const tested = comparison ? comparison.lexpr : testexpr;
  if (!isMember || !tested || !isUnique('RowExpr' in tested ? (tested.RowExpr.args ?? []) : [tested])) return false;
  if (!subselect || !('SelectStmt' in subselect)) return false;
  const select = subselect.SelectStmt;
  if (subLinkType === 'ARRAY_SUBLINK' && !sourcesOf(select.fromClause ?? []).every((node) => isTable(node, scope)))
    return false;
  return (
    (isLimited(select) || isOfLimited(select, scope)) && hasColumnsOnly(select) && !isCorrelated(select, table, others)
  );
}

/** A column of a query may be an array of all ids. */
function isTable(source: Node, { isNew, isExisting }: Scope): boolean {
  return 'RangeVar' in source && (isNew(source.RangeVar) || isExisting(source.RangeVar));
}

/** The values of an expression may be an array, or several for a row. */
function hasColumnsOnly({ targetList = [] }: SelectStmt): boolean {
  return (
    targetList.length > 0 &&
    targetList.every((node) => 'ResTarget' in node && node.ResTarget.val && 'ColumnRef' in node.ResTarget.val)
  );
}

/** `select … from b`, where `b` is a limited query of `with`. */
function isOfLimited({ fromClause = [] }: SelectStmt, scope: Scope): boolean {
  return fromClause.length === 1 && fromClause.every((node) => isLimitedSource(node, scope));
}

/** Whether a subquery may refer to the row that is changed: then it is another one for each row, and limits nothing. */
function isCorrelated(select: SelectStmt, table: RangeVar, others: readonly Node[]): boolean {
  const inner = sourcesOf(select.fromClause ?? []);
  const innerNames = inner.map(sourceName);
  const outerNames = [nameOf(table), ...others.map(sourceName)];
  const hasSameTable = inner.some(
    (node) =>
      'RangeVar' in node && node.RangeVar.relname === table.relname && node.RangeVar.schemaname === table.schemaname,
  );
  return (nodesOf(select, 'ColumnRef') as { fields?: Node[] }[]).some(({ fields }) => {
    const qualifier = qualifierOf(fields);
    if (qualifier) return outerNames.includes(qualifier) && !innerNames.includes(qualifier);
    return !hasSameTable || others.length > 0;
  });
}

/** The columns of the table that have to equal one of a source which has a limited number of rows. */
function joinedColumns(other: Node, parts: readonly Node[], columnOf: ColumnOf, scope: Scope): (string | undefined)[] {
  if (!isLimitedSource(other, scope)) return [];
  const isOther = (node: Node | undefined) =>
    node !== undefined && 'ColumnRef' in node && qualifierOf(node.ColumnRef.fields) === sourceName(other);
  return parts.flatMap((part) => {
    if (!('A_Expr' in part) || part.A_Expr.kind !== 'AEXPR_OP' || lastOf(part.A_Expr.name) !== '=') return [];
    const { lexpr, rexpr } = part.A_Expr;
    return [...(isOther(rexpr) ? [columnOf(lexpr)] : []), ...(isOther(lexpr) ? [columnOf(rexpr)] : [])];
  });
}

function isLimitedSource(source: Node, { limited }: Scope): boolean {
  if ('RangeVar' in source) return !source.RangeVar.schemaname && limited.has(source.RangeVar.relname ?? '');
  if (!('RangeSubselect' in source)) return false;
  const { subquery, lateral = false } = source.RangeSubselect;
  return !lateral && subquery !== undefined && 'SelectStmt' in subquery && isLimited(subquery.SelectStmt);
}

function sourceName(source: Node): string {
  if ('RangeVar' in source) return nameOf(source.RangeVar);
  return 'RangeSubselect' in source ? (source.RangeSubselect.alias?.aliasname ?? '') : '';
}

/** The tables and subqueries of a `from`, also those that are joined. */
function sourcesOf(from: readonly Node[]): Node[] {
  return from.flatMap((node) => {
    if (!('JoinExpr' in node)) return [node];
    const { larg, rarg } = node.JoinExpr;
    return sourcesOf([...(larg ? [larg] : []), ...(rarg ? [rarg] : [])]);
  });
}

function tablesIn(tree: unknown): RangeVar[] {
  return nodesOf(tree, 'RangeVar');
}

function isLimited({ limitCount, limitOption }: SelectStmt): boolean {
  return (
    limitOption === 'LIMIT_OPTION_COUNT' && /^\d+$/.test(textOf(limitCount)) && Number(textOf(limitCount)) <= MAX_ROWS
  );
}

/** The text of a constant; empty for anything else. */
function textOf(value: Node | undefined): string {
  if (value && 'TypeCast' in value) return textOf(value.TypeCast.arg);
  if (!value || !('A_Const' in value)) return '';
  const { ival, sval, fval } = value.A_Const as {
    ival?: { ival?: number };
    sval?: { sval?: string };
    fval?: { fval?: string };
  };
  return ival ? String(ival.ival ?? 0) : (sval?.sval ?? fval?.fval ?? '');
}
