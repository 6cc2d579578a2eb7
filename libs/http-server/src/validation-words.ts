import type { TSchema } from 'typebox';

/** A failed check, as TypeBox reports it. */
export interface Failure {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Node = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
  /** A schema's own messages by keyword; `required` is also used for an empty text. */
  readonly errorMessage?: Readonly<Record<string, string>>;
};

const NAME = /^[\w.-]{1,60}$/;
const INDEX = /^\d+$/;
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  email: 'must be a valid e-mail address',
  date: 'must be a date such as 2026-11-21',
  'date-time': 'must be a date and time such as 2026-11-21T09:00:00Z',
  uri: 'must be a full web address',
};

/** The predicate of a sentence about a field, by keyword; `value` is the keyword's value in the schema. */
const PREDICATES: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: (least) => (least === 1 ? 'is required' : `must have at least ${counted(least, 'character')}`),
  maxLength: (most) => `can have at most ${counted(most, 'character')}`,
  minItems: (least) => `must have at least ${counted(least, 'item')}`,
  maxItems: (most) => `can have at most ${counted(most, 'item')}`,
  minProperties: (least) => `must have at least ${counted(least, 'field')}`,
  maxProperties: (most) => `can have at most ${counted(most, 'field')}`,
  uniqueItems: () => 'cannot have the same item twice',
  minimum: (least) => `must be ${least} or more`,
  maximum: (most) => `must be ${most} or less`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  multipleOf: (step) => `must be a multiple of ${step}`,
  format: (format) => FORMATS[String(format)] ?? 'is not valid',
  type: (types) => `must be ${[types].flat().map(typeWords).join(' or ')}`,
};

/**
 * The sentence for the first failure of a request that does not fit its schema. It names the field as the caller sent
 * it and the rule, never the value: that may be a secret.
 * @param whole what to call the part of the request itself, such as 'The body'
 */
export function describeFailure(schema: TSchema, failures: readonly Failure[], whole = 'The body'): string {
  const [first] = failures;
  if (!first) return `${whole} is not valid.`;
  const root = schema as unknown as Node;
  const union = unionOf(root, first.schemaPath);
  const failure = union ? bestOf(root, union, failures) : first;
  const node = nodeAt(root, failure.schemaPath) ?? {};
  const field = fieldName(failure.instancePath);

  // `not: {}` is how TypeBox writes a field that is never allowed.
  const isNever = failure.keyword === 'not' && Object.keys((node.not as object | undefined) ?? {}).length === 0;
  if (isNever || failure.keyword === 'boolean' || failure.keyword === 'additionalProperties') {
    const unknown = fieldName(withNames(failure, 'additionalProperties'));
    return unknown ? `Unknown field: ${unknown}.` : `${whole} has an unknown field.`;
  }
  if (failure.keyword === 'required') {
    const path = withNames(failure, 'requiredProperties');
    const own = node.properties?.[path.slice(path.lastIndexOf('/') + 1)]?.errorMessage?.required;
    return own ?? `${fieldName(path) || whole} is required.`;
  }
  const isEmpty = failure.keyword === 'minLength' && node.minLength === 1;
  const own = node.errorMessage?.[isEmpty ? 'required' : failure.keyword];
  return own ?? `${field || whole} ${predicateFor(failure, node)}.`;
}

function predicateFor({ keyword, params }: Failure, node: Node): string {
  const values = valuesOf(node);
  if (values.length > 0) return values.length === 1 ? `must be ${values[0]}` : `must be one of: ${values.join(', ')}`;
  if (keyword === 'anyOf') return PREDICATES.type?.(branchTypes(node)) ?? 'is not valid';
  return PREDICATES[keyword]?.(node[keyword] ?? params[keyword]) ?? 'is not valid';
}

/** The path of the outermost union above a failure. Its null branch stands for 'left out' and is never the reason. */
function unionOf(root: Node, schemaPath: string): string | undefined {
  const steps = schemaPath.split('/');
  for (let end = 1; end < steps.length; end += 1) {
    const path = steps.slice(0, end).join('/');
    if (steps[end] === 'anyOf' && Array.isArray(nodeAt(root, path)?.anyOf)) return path;
  }
  return undefined;
}

/** The failure of the branch whose type matched, else that of the union itself. */
function bestOf(root: Node, union: string, failures: readonly Failure[]): Failure {
  const branches = nodeAt(root, union)?.anyOf ?? [];
  const within = failures.filter(({ schemaPath }) => schemaPath.startsWith(`${union}/anyOf/`));
  const depths = within.map(({ instancePath }) => instancePath.split('/').length);
  const own = within[depths.indexOf(Math.min(...depths))] as Failure;
  for (const index of branches.keys()) {
    const start = `${union}/anyOf/${index}`;
    const inBranch = within.filter(({ schemaPath }) => schemaPath === start || schemaPath.startsWith(`${start}/`));
    const isOtherKind = inBranch.some(
      ({ schemaPath, keyword }) => schemaPath === start && ['type', 'const', 'enum'].includes(keyword),
    );
    const [first] = inBranch;
    if (!first || isOtherKind) continue;
    const inner = unionOf(nodeAt(root, start) ?? {}, `#${first.schemaPath.slice(start.length)}`);
    return inner === undefined ? first : bestOf(root, start + inner.slice(1), inBranch);
  }
  return { keyword: 'anyOf', schemaPath: union, instancePath: own.instancePath, params: {} };
}

function nodeAt(root: Node, schemaPath: string): Node | undefined {
  let node: unknown = root;
  for (const step of schemaPath.split('/').slice(1)) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = (node as Readonly<Record<string, unknown>>)[step];
  }
  return typeof node === 'object' && node !== null ? (node as Node) : undefined;
}

/** The allowed values, if the schema is a short list of values. */
function valuesOf(node: Node): string[] {
  const given = node.anyOf?.filter(({ type }) => type !== 'null') ?? [node];
  const values = given.flatMap(({ const: value, enum: list }) => list ?? [value]);
  const isShort =
    values.every((value) => ['string', 'number', 'boolean'].includes(typeof value)) && values.length <= 20;
  return isShort ? [...new Set(values.map(String))] : [];
}

function branchTypes(node: Node): unknown[] {
  return [...new Set(node.anyOf?.map(({ type }) => type).filter((type) => type !== 'null'))];
}

/** `scheduledDates[0].time` for `/scheduledDates/0/time`; empty for the part itself and for names that aren't plain. */
function fieldName(instancePath: string): string {
  const steps = instancePath.split('/').slice(1);
  if (!steps.every((step) => NAME.test(step))) return '';
  return steps.reduce(
    (name, step) => (INDEX.test(step) && name ? `${name}[${step}]` : name ? `${name}.${step}` : step),
    '',
  );
}

function withNames({ instancePath, params }: Failure, list: string): string {
  const [name] = (params[list] as string[] | undefined) ?? [];
  return name === undefined ? instancePath : `${instancePath}/${name}`;
}

function counted(count: unknown, noun: string): string {
  return `${Number(count).toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

function typeWords(type: unknown): string {
  return TYPES[String(type)] ?? 'of another type';
}
