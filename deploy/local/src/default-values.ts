import type { Node } from 'libpg-query';
import { isNull, lastOf, nodesOf } from './syntax-tree.ts';

/** PostgreSQL's functions whose value is the same for all rows of a statement, and not null unless an argument is. */
const STABLE = new Set([
  'now',
  'transaction_timestamp',
  'statement_timestamp',
  'date_trunc',
  'timezone',
  'make_date',
  'make_interval',
  'make_time',
  'make_timestamp',
  'make_timestamptz',
  'to_timestamp',
  'json_build_array',
  'json_build_object',
  'jsonb_build_array',
  'jsonb_build_object',
  'to_json',
  'to_jsonb',
  'abs',
  'ceil',
  'floor',
  'round',
  'length',
  'lower',
  'upper',
  'md5',
]);
/** Those that give another value for each row, and never null. */
const NEVER_NULL = new Set(['nextval', 'gen_random_uuid', 'uuidv4', 'uuidv7', 'random', 'clock_timestamp']);
const STRICT_OPERATORS = new Set(['+', '-', '*', '/', '%', '||']);

/** Whether a default has a function that may give another value for each row. */
export function callsVolatile(expression: Node | undefined): boolean {
  return nodesOf(expression, 'FuncCall').some(({ funcname }) => !STABLE.has(functionOf(funcname as Node[])));
}

/** Whether a default is known to have a value. */
export function isNeverNull(expression: Node | undefined): boolean {
  if (!expression) return false;
  if ('A_Const' in expression) return !isNull(expression);
  if ('TypeCast' in expression) return isNeverNull(expression.TypeCast.arg);
  if ('CollateClause' in expression) return isNeverNull(expression.CollateClause.arg);
  if ('A_ArrayExpr' in expression) return true;
  if ('SQLValueFunction' in expression) return expression.SQLValueFunction.op !== 'SVFOP_CURRENT_SCHEMA';
  if ('CoalesceExpr' in expression) return (expression.CoalesceExpr.args ?? []).some(isNeverNull);
  if ('FuncCall' in expression) {
    const { funcname = [], args = [] } = expression.FuncCall;
    const name = functionOf(funcname);
    return (STABLE.has(name) || NEVER_NULL.has(name)) && args.every(argumentIsNeverNull);
  }
  if (!('A_Expr' in expression) || expression.A_Expr.kind !== 'AEXPR_OP') return false;
  const { name, lexpr, rexpr } = expression.A_Expr;
  return STRICT_OPERATORS.has(lastOf(name)) && (!lexpr || isNeverNull(lexpr)) && isNeverNull(rexpr);
}

function argumentIsNeverNull(argument: Node): boolean {
  return isNeverNull('NamedArgExpr' in argument ? argument.NamedArgExpr.arg : argument);
}

/** The name of one of PostgreSQL's functions. One of another schema is not among them, whatever its name. */
function functionOf(name: readonly Node[]): string {
  return name.length === 1 || lastOf(name.slice(0, 1)) === 'pg_catalog' ? lastOf(name) : '';
}
