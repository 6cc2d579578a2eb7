import { type AlterTableCmd, type DropStmt, type Node, parse, type RangeVar, type VariableSetStmt } from 'libpg-query';
import { extentOf, type Tables } from './changed-rows.ts';
import { callsVolatile, isNeverNull } from './default-values.ts';
import { lastOf, nodesOf, withParameters } from './syntax-tree.ts';

export interface RunStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A migration, as it was run against a scratch database. */
export interface RunMigration {
  readonly name: string;
  /** Whether all statements are one transaction. */
  readonly transaction: boolean;
  /** In the order in which they were sent. */
  readonly statements: readonly RunStatement[];
  /** The columns of the primary keys of the tables that were there before it, by the name of the table. */
  readonly primaryKeys: Readonly<Record<string, readonly string[]>>;
  /** The parts of its text that did not run. */
  readonly notRun: readonly string[];
  /** The rules it breaks on purpose, each with its reason. */
  readonly accepted: Readonly<Record<string, string>>;
}

const MIN_REASON = 20;

/** What each rule refuses, and the safe way. A migration accepts a rule by its name, with a reason. */
const RULES = {
  rename:
    'Replicas of the previous release still use the old name; that of a constraint or an index is in errors. Add the new column or table, write both, copy the old rows, and drop the old name in a later release.',
  drop: 'Replicas of the previous release still use it. Stop using it in one release and drop it in the next one.',
  'drop-constraint':
    'If it is a key, `on conflict` of the previous release fails without it. Stop using the key in one release and drop it in the next one. Accept this for a check or a foreign key.',
  'required-column':
    'The previous release inserts rows without it. Add the column nullable or with a constant default, and require it in a later release.',
  'volatile-default':
    'PostgreSQL rewrites the table under an exclusive lock. Add the column without it, set the default in a statement of its own, and fill the old rows in batches.',
  'drop-default':
    'The previous release inserts rows without this column, which would be null or refused. Drop the default once all releases that run write the column.',
  'set-not-null':
    'PostgreSQL reads the table under an exclusive lock, also for a primary key on nullable columns. Add `constraint … not null <column> not valid` here and validate it in a migration with `transaction = false`.',
  'change-type':
    'PostgreSQL rewrites the table under an exclusive lock. Add a column of the new type, write both, copy the old rows in batches, and drop the old column in a later release.',
  'constraint-not-valid':
    'PostgreSQL reads the table under an exclusive lock. Add the constraint `not valid` and validate it in a migration with `transaction = false`.',
  'unique-constraint':
    'PostgreSQL builds an index under an exclusive lock. Create a unique index concurrently and add the constraint `using index` in a later migration.',
  'validate-in-transaction':
    'It reads the table and keeps the locks of other statements meanwhile. Validate in a migration of its own with `transaction = false`.',
  'index-concurrently': 'This blocks the table. Write `concurrently`, in a migration with `transaction = false`.',
  'lock-timeout':
    'An index is created or dropped once all running transactions have ended. Send `set lock_timeout = 0` before it: no request queues behind it.',
  'long-lock-timeout':
    'Requests queue behind a statement that waits for a lock. Leave `lock_timeout` as it is: the migration starts again until it gets its locks.',
  repeatable: 'After a failure the migration starts again. Write `if not exists` or `if exists`.',
  'lock-table': 'Requests on this table wait until the transaction ends. Use a row lock or an advisory lock.',
  'whole-table':
    'It locks all rows it changes until it ends. Change at most 10000 rows at a time, in a migration with `transaction = false`: `where <primary key or ctid> in (select … limit 5000)` from the same table, a join with such a query, or a range of at most 1000 pages of `ctid`. Ranges miss rows that requests move meanwhile: do one of the others after them, until it changes nothing.',
  'batch-in-transaction':
    'The batches of one transaction keep all their rows locked until it ends. Put them in a migration of their own with `transaction = false`. Rows may be changed here by their whole primary key.',
  events:
    'The outbox relays do not wait for the transactions of migrations, so they would skip its events. Let the service write them once it runs.',
  rewrite:
    'It blocks the table while it is rewritten or emptied. Create a new table, copy rows in batches, and switch over in releases.',
  'hidden-statements':
    'The rules do not see what a block, a procedure or a prepared statement runs, nor what is created with a schema. Send its statements one by one.',
  settings:
    'The limits, the role and the search path are those of the migrate command, and so is the transaction. Only `set lock_timeout` is for a migration with `transaction = false`.',
  domain:
    'PostgreSQL rewrites a table for a column of a domain that has a check or a default, and reads all its tables when it changes. Use a base type, and a check of the column.',
  'analyze-in-transaction':
    'It reads the table and keeps the locks of other statements meanwhile. Analyze in a migration of its own with `transaction = false`.',
  'not-run':
    'The scratch database has no rows, so this part did not run and nobody saw its statements. Send each statement whether there are rows or not, as an `update` that finds none.',
  mixed:
    'Outside a transaction there may only be indexes, validations, `analyze` and batches of rows. Put this in a migration of its own.',
  unknown:
    'The rules do not know this statement, or this change of an existing table, and refuse what they do not know. Read in PostgreSQL’s manual which lock it takes and how long, and whether the previous release notices it.',
} as const;

type Rule = keyof typeof RULES;

/** Changes of a table that take a short lock only, and that the previous release does not notice. */
const SAFE_CHANGES = new Set<string | undefined>([
  'AT_DropNotNull',
  'AT_SetStatistics',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
]);
const REWRITES = new Set<string | undefined>([
  'AT_SetLogged',
  'AT_SetUnLogged',
  'AT_SetTableSpace',
  'AT_SetAccessMethod',
  'AT_SetExpression',
]);
/** Statements that add something and take a short lock only. What neither this list nor a rule names is refused. */
const ALLOWED = new Set<string | undefined>([
  'CreateStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'CreateEnumStmt',
  'CompositeTypeStmt',
  'CreateRangeStmt',
  'CreateFunctionStmt',
  'CreateTrigStmt',
  'ViewStmt',
  'CommentStmt',
  'GrantStmt',
]);
/** Functions of PostgreSQL that do what a statement is refused for. */
const FUNCTIONS = new Map<string, Rule>([
  ['set_config', 'settings'],
  ['setval', 'unknown'],
  ['pg_cancel_backend', 'unknown'],
  ['pg_terminate_backend', 'unknown'],
  ['query_to_xml', 'hidden-statements'],
  ['dblink', 'hidden-statements'],
  ['dblink_exec', 'hidden-statements'],
]);
const SERIAL_TYPES = new Set(['serial', 'bigserial', 'smallserial', 'serial4', 'serial8', 'serial2']);

/** The rules that a migration breaks without accepting them, and what it accepts in vain; a sentence for each. */
export async function brokenRules(migration: RunMigration): Promise<string[]> {
  const { name, accepted } = migration;
  const broken = await findBroken(migration);
  const problems = broken
    .filter(({ rule }) => !accepted[rule])
    .map(({ rule, statement }) => `${name}: ${excerpt(statement)}\n  ${RULES[rule]} [${rule}]`);
  for (const [rule, reason] of Object.entries(accepted)) {
    if (!broken.some((each) => each.rule === rule)) problems.push(`${name} accepts '${rule}' but does not break it.`);
    if (reason.length < MIN_REASON)
      problems.push(`${name} accepts '${rule}' without a reason: say why it is safe here.`);
  }
  return problems;
}

async function findBroken({
  statements,
  transaction,
  primaryKeys,
  notRun,
}: RunMigration): Promise<{ rule: Rule; statement: string }[]> {
  const broken: { rule: Rule; statement: string }[] = notRun.map((statement) => ({ rule: 'not-run', statement }));
  const created = new Set<string>();
  const nameOf = (table: RangeVar | undefined) => `${table?.schemaname ?? ''}.${table?.relname ?? ''}`;
  let hasLockTimeout = true;
  for (const { sql: statement, parameters } of statements) {
    const { stmts = [] } = await parse(statement);
    for (const { stmt: parsed } of stmts) {
      if (!parsed) continue;
      const stmt = withParameters(parsed, parameters);
      const context: Context = {
        transaction,
        hasLockTimeout,
        isNew: (table) => created.has(nameOf(table)),
        keyOf: ({ schemaname, relname = '' }) => primaryKeys[schemaname ? `${schemaname}.${relname}` : relname] ?? [],
      };
      broken.push(...rulesOf(stmt, context).map((rule) => ({ rule, statement })));
      for (const table of endedNames(stmt)) created.delete(nameOf(table));
      for (const table of newNames(stmt)) created.add(nameOf(table));
      if ('VariableSetStmt' in stmt) hasLockTimeout = hasLockTimeoutAfter(stmt.VariableSetStmt, hasLockTimeout);
    }
  }
  return broken;
}

/** The names that a statement gives to tables of its own. With `if not exists` it may be a table of the previous release. */
function newNames(stmt: Node): (RangeVar | undefined)[] {
  if ('CreateStmt' in stmt) return stmt.CreateStmt.if_not_exists ? [] : [stmt.CreateStmt.relation];
  if ('CreateTableAsStmt' in stmt)
    return stmt.CreateTableAsStmt.if_not_exists ? [] : [stmt.CreateTableAsStmt.into?.rel];
  return 'SelectStmt' in stmt && stmt.SelectStmt.intoClause ? [stmt.SelectStmt.intoClause.rel] : [];
}

/** The names after which a statement leaves no table of its own; a temporary one may have hidden another table. */
function endedNames(stmt: Node): RangeVar[] {
  if ('DropStmt' in stmt) return droppedTables(stmt.DropStmt);
  if ('RenameStmt' in stmt && stmt.RenameStmt.renameType === 'OBJECT_TABLE') return tableOf(stmt.RenameStmt.relation);
  return 'AlterObjectSchemaStmt' in stmt ? tableOf(stmt.AlterObjectSchemaStmt.relation) : [];
}

function tableOf(relation: RangeVar | undefined): RangeVar[] {
  return relation ? [relation] : [];
}

function droppedTables({ removeType, objects = [] }: DropStmt): RangeVar[] {
  if (removeType !== 'OBJECT_TABLE') return [];
  return objects.map((name) => {
    const [relname = '', schemaname] = ('List' in name ? (name.List.items ?? []) : [])
      .map((part) => lastOf([part]))
      .reverse();
    return { relname, ...(schemaname && { schemaname }) };
  });
}

/** Outside a transaction `set local` has no effect. */
function hasLockTimeoutAfter({ kind, name, args, is_local }: VariableSetStmt, before: boolean): boolean {
  if (kind === 'VAR_RESET_ALL') return true;
  return name === 'lock_timeout' && !is_local ? !isZero(args?.[0]) : before;
}

interface Context extends Tables {
  readonly transaction: boolean;
  readonly hasLockTimeout: boolean;
}

function rulesOf(stmt: Node, context: Context): Rule[] {
  const calls = nodesOf(stmt, 'FuncCall').flatMap(({ funcname }) => FUNCTIONS.get(lastOf(funcname as Node[])) ?? []);
  return [...calls, ...statementRules(stmt, context)];
}

function statementRules(stmt: Node, context: Context): Rule[] {
  const { transaction, isNew } = context;
  if ('IndexStmt' in stmt) {
    const { relation, concurrent = false, if_not_exists = false } = stmt.IndexStmt;
    if (isNew(relation)) return [];
    return concurrent ? concurrentlyRules(context, if_not_exists) : ['index-concurrently'];
  }
  if ('DropStmt' in stmt) {
    const { removeType, concurrent = false, missing_ok = false } = stmt.DropStmt;
    const tables = droppedTables(stmt.DropStmt);
    if (tables.length > 0 && tables.every(isNew)) return outside(transaction);
    if (removeType !== 'OBJECT_INDEX') return ['drop'];
    return concurrent ? concurrentlyRules(context, missing_ok) : ['index-concurrently'];
  }
  if ('ReindexStmt' in stmt) {
    const isConcurrent = stmt.ReindexStmt.params?.some(
      (each) => 'DefElem' in each && each.DefElem.defname === 'concurrently',
    );
    return isConcurrent ? concurrentlyRules(context, true) : ['index-concurrently'];
  }
  if ('CreateStmt' in stmt) {
    const parents: RangeVar[] = nodesOf(stmt.CreateStmt.inhRelations, 'RangeVar');
    return parents.every(isNew) ? outside(transaction) : ['unknown'];
  }
  if ('AlterTableStmt' in stmt) {
    const { relation, cmds = [] } = stmt.AlterTableStmt;
    const changes = cmds.flatMap((node) => ('AlterTableCmd' in node ? [node.AlterTableCmd] : []));
    if (isNew(relation)) return changes.some((change) => takesOther(change, isNew)) ? ['unknown'] : [];
    return changes.flatMap((change) => changeRules(change, transaction));
  }
  if ('RenameStmt' in stmt) {
    return isNew(stmt.RenameStmt.relation) ? outside(transaction) : ['rename'];
  }
  if ('AlterObjectSchemaStmt' in stmt) {
    return isNew(stmt.AlterObjectSchemaStmt.relation) ? outside(transaction) : ['rename'];
  }
  if ('AlterEnumStmt' in stmt) return stmt.AlterEnumStmt.oldVal === undefined ? outside(transaction) : ['rename'];
  if ('LockStmt' in stmt) return ['lock-table'];
  if ('VacuumStmt' in stmt && !stmt.VacuumStmt.is_vacuumcmd) {
    const tables: RangeVar[] = nodesOf(stmt.VacuumStmt.rels, 'relation');
    return transaction && !(tables.length > 0 && tables.every(isNew)) ? ['analyze-in-transaction'] : [];
  }
  if ('TruncateStmt' in stmt || 'VacuumStmt' in stmt || 'ClusterStmt' in stmt || 'RefreshMatViewStmt' in stmt)
    return ['rewrite'];
  if (['DoStmt', 'CallStmt', 'PrepareStmt', 'ExecuteStmt'].some((kind) => nodesOf(stmt, kind).length > 0))
    return ['hidden-statements'];
  if ('CreateDomainStmt' in stmt || 'AlterDomainStmt' in stmt) return ['domain'];
  if ('GrantStmt' in stmt && !stmt.GrantStmt.is_grant) return ['drop'];
  if ('CreateSchemaStmt' in stmt && stmt.CreateSchemaStmt.schemaElts) return ['hidden-statements'];
  if ('TransactionStmt' in stmt) return ['settings'];
  if ('VariableSetStmt' in stmt) return settingRules(stmt.VariableSetStmt, transaction);
  const kind = Object.keys(stmt)[0];
  if (kind === 'SelectStmt' || DATA.has(kind)) return dataRules(stmt, context);
  return ALLOWED.has(kind) ? outside(transaction) : ['unknown'];
}

function settingRules({ kind, name, is_local = false }: VariableSetStmt, transaction: boolean): Rule[] {
  if (name !== 'lock_timeout') return ['settings'];
  if (transaction) return kind === 'VAR_RESET' ? ['settings'] : ['long-lock-timeout'];
  return is_local ? ['settings'] : [];
}

function dataRules(stmt: Node, context: Context): Rule[] {
  const extent = extentOf(stmt, context);
  return [
    ...(writesEvents(stmt) ? (['events'] as const) : []),
    ...(extent === 'many' ? (['whole-table'] as const) : []),
    ...(extent === 'batch' && context.transaction ? (['batch-in-transaction'] as const) : []),
    ...(newNames(stmt).length > 0 ? outside(context.transaction) : []),
  ];
}

/** Whether a table that is new becomes the parent or the child of one that is not. */
function takesOther({ subtype, def }: AlterTableCmd, isNew: Context['isNew']): boolean {
  if (!['AT_AttachPartition', 'AT_AddInherit'].includes(subtype ?? '')) return false;
  const others: RangeVar[] =
    def && 'PartitionCmd' in def ? [def.PartitionCmd.name ?? {}] : nodesOf(def && [def], 'RangeVar');
  return !others.every(isNew);
}

function concurrentlyRules({ hasLockTimeout, transaction }: Context, isRepeatable: boolean): Rule[] {
  return [
    ...(transaction ? (['index-concurrently'] as const) : []),
    ...(hasLockTimeout ? (['lock-timeout'] as const) : []),
    ...(isRepeatable ? [] : (['repeatable'] as const)),
  ];
}

function outside(transaction: boolean): Rule[] {
  return transaction ? [] : ['mixed'];
}

function changeRules({ subtype, def }: AlterTableCmd, transaction: boolean): Rule[] {
  if (subtype === 'AT_ValidateConstraint') return transaction ? ['validate-in-transaction'] : [];
  if (!transaction) return ['mixed'];
  if (SAFE_CHANGES.has(subtype)) return [];
  if (REWRITES.has(subtype)) return ['rewrite'];
  switch (subtype) {
    case 'AT_DropColumn':
      return ['drop'];
    case 'AT_DropConstraint':
      return ['drop-constraint'];
    case 'AT_SetNotNull':
      return ['set-not-null'];
    case 'AT_AlterColumnType':
      return ['change-type'];
    case 'AT_ColumnDefault':
      return isNeverNull(def) ? [] : ['drop-default'];
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? columnRules(def) : ['unknown'];
    case 'AT_AddConstraint':
      return def && 'Constraint' in def ? constraintRules(def) : ['unknown'];
    default:
      return ['unknown'];
  }
}

function columnRules({ ColumnDef: column }: Extract<Node, { ColumnDef: unknown }>): Rule[] {
  const constraints = (column.constraints ?? []).flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
  const defaultValue = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT');
  const rules: Rule[] = SERIAL_TYPES.has(lastOf(column.typeName?.names)) ? ['volatile-default'] : [];
  if (callsVolatile(defaultValue?.raw_expr)) rules.push('volatile-default');
  for (const { contype, generated_kind } of constraints) {
    if (contype === 'CONSTR_NOTNULL' && !isNeverNull(defaultValue?.raw_expr)) rules.push('required-column');
    if (contype === 'CONSTR_IDENTITY') rules.push('volatile-default');
    if (contype === 'CONSTR_GENERATED' && generated_kind !== 'v') rules.push('rewrite');
    if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') rules.push('unique-constraint');
    if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') rules.push('constraint-not-valid');
  }
  return rules;
}

function constraintRules({ Constraint: constraint }: Extract<Node, { Constraint: unknown }>): Rule[] {
  const { contype, indexname, skip_validation = false } = constraint;
  if (contype === 'CONSTR_PRIMARY' && indexname) return ['set-not-null'];
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') return indexname ? [] : ['unique-constraint'];
  if (contype === 'CONSTR_EXCLUSION') return ['unique-constraint'];
  return skip_validation ? [] : ['constraint-not-valid'];
}

const DATA = new Set<string | undefined>(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'CreateTableAsStmt']);

function writesEvents(stmt: Node): boolean {
  const targets = ['InsertStmt', 'MergeStmt'].flatMap((kind) => nodesOf(stmt, kind));
  return targets.some(({ relation }) => (relation as RangeVar).relname?.startsWith('outbox'));
}

function isZero(value: Node | undefined): boolean {
  if (!value || !('A_Const' in value)) return false;
  const { ival, sval } = value.A_Const as { ival?: { ival?: number }; sval?: { sval?: string } };
  return ival ? (ival.ival ?? 0) === 0 : /^0\D*$/.test(sval?.sval ?? '');
}

function excerpt(statement: string): string {
  const text = statement.replaceAll(/\s+/g, ' ').trim();
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
