export type Schema = Readonly<Record<string, unknown>>;

/** An object that has no other properties. */
export const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});
/** An object whose properties all have defaults: null takes a default away, and templates need each. */
export const complete = (properties: Schema): Schema => object(properties, Object.keys(properties));
export const text = (description?: string, more: Schema = {}): Schema => ({
  type: 'string',
  ...(description && { description }),
  ...more,
});
/** Go's templates write larger numbers with an exponent, which the API server refuses for a whole number. */
const MOST = 999_999;
export const whole = (minimum: number, maximum = MOST): Schema => ({ type: 'integer', minimum, maximum });
export const flag: Schema = { type: 'boolean' };
export const words = (pattern?: string): Schema => ({
  type: 'array',
  items: { type: 'string', ...(pattern && { pattern }) },
});
export const pairs: Schema = { type: 'object', additionalProperties: { type: 'string' } };
export const anyObject: Schema = { type: 'object' };
export const objects: Schema = { type: 'array', items: { type: 'object' } };
export const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

export const when = (condition: Schema, consequence: Schema): Schema => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: consequence,
});

/** Refuses what matches. Helm prints what a `const` is, and nothing of a `not`: so this one says what is wanted. */
export const refused = (refuses: Schema, wanted: string): Schema => when(refuses, { const: wanted });

/** A text for which the schema holds. The refusal says what is wanted instead of a pattern. */
export const like = (wanted: string, schema: Schema): Schema => ({
  type: 'string',
  description: wanted,
  ...refused({ type: 'string', not: schema }, wanted),
});

const LABEL = '[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';
const DNS_LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const DNS_NAME = `${DNS_LABEL}(\\.${DNS_LABEL})*`;
const KEY = `^(${DNS_NAME}/)?${LABEL}$`;

/** Values by keys of Kubernetes, except keys that the chart sets itself. */
const keyed = (value: Schema, ofChart?: string): Schema => ({
  type: 'object',
  patternProperties: { [KEY]: value, ...(ofChart && { [ofChart]: { const: 'unset: the chart sets it' } }) },
  additionalProperties: false,
});
const labelValue = like('a label: at most 63 letters, digits, - _ and .', { pattern: `^(${LABEL})?$` });

export const labels = keyed(labelValue, '^(app\\.kubernetes\\.io|helm\\.sh)/');
export const nodeLabels = keyed(labelValue);
export const annotations = keyed({ type: 'string' });
export const podAnnotations = keyed({ type: 'string' }, '^checksum/config$');

export const NAME = `^${DNS_NAME}$`;
export const name = like('a name: at most 253 lower-case letters, digits, - and .', { pattern: NAME, maxLength: 253 });
export const optionalName = like('a name of at most 253 lower-case letters, digits, - and ., or empty', {
  pattern: `^$|${NAME}`,
  maxLength: 253,
});
const PER_SERVICE = '^([a-z0-9][-a-z0-9.]*)?\\{service\\}([-a-z0-9.]*[a-z0-9])?$';
const WITH_SERVICE = 'a name with {service} in it, which becomes the name of each service';
/** A name of an object of each service. */
export const namePerService = like(WITH_SERVICE, { pattern: PER_SERVICE, maxLength: 200 });
export const optionalNamePerService = like(`${WITH_SERVICE}, or empty`, {
  pattern: `^$|${PER_SERVICE}`,
  maxLength: 200,
});
export const secretKey = like('a key of a Secret: letters, digits, - _ and .', { pattern: '^[-._a-zA-Z0-9]{1,253}$' });

export const ORIGIN = '^https?://([a-zA-Z0-9.-]+|\\[[\\da-fA-F:]+\\])(:[0-9]+)?$';
/** An origin whose host an Ingress or HTTPRoute can name. */
export const NAMED_ORIGIN = `^https?://(${DNS_LABEL}\\.)*[a-z]([-a-z0-9]*[a-z0-9])?(:[0-9]+)?$`;
/** Bytes. */
export const QUANTITY = '^[0-9]+(\\.[0-9]+)?(k|Ki|M|Mi|G|Gi|T|Ti)?$';
export const bytes = like('a number of bytes such as 512Mi or 2Gi', { pattern: QUANTITY });
export const cpu: Schema = {
  ...like('a number of processors such as 250m, 0.5 or 2', { pattern: '^[0-9]+(\\.[0-9]+)?m?$' }),
  type: ['string', 'number'],
  minimum: 0,
};

const PORT = '([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';
const SERVER = `([^\\s:/,\\[\\]]+|\\[[\\da-fA-F:]+\\]):${PORT}`;
export const servers = like('host:port without a protocol, several by comma', {
  pattern: `^${SERVER}(,\\s*${SERVER})*$`,
});

/** A schema of the value at a path such as `kafka.tls.enabled`. */
export const at = (path: string, schema: Schema): Schema =>
  path.split('.').reduceRight<Schema>((inner, key) => ({ properties: { [key]: inner } }), schema);
