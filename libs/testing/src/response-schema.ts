import Value from 'typebox/value';

type Schema = { readonly [keyword: string]: unknown };

/** Where a value, as JSON, does not fit the schema; a field that is not declared does not fit. '' if it fits. */
export function differenceOf(schema: object, value: unknown): string {
  const json: unknown = value === undefined ? null : JSON.parse(JSON.stringify(value));
  const errors = Value.Errors(closeSchema(schema as Schema) as never, json);
  return errors
    .map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`)
    .join('; ');
}

/** The schema with `additionalProperties: false` on each object that does not set it itself. */
function closeSchema(schema: Schema): Schema {
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, closeValue(keyword, value)]);
  const copy = Object.fromEntries(entries) as Schema;
  return copy.properties && copy.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}

function closeValue(keyword: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isSchema(item) ? closeSchema(item) : item));
  if (!isSchema(value)) return value;
  const isTable = keyword === 'properties' || keyword === 'patternProperties';
  if (!isTable) return closeSchema(value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, closeSchema(item as Schema)]));
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
