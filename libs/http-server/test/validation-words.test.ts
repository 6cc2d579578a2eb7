import Type, { type TSchema } from 'typebox';
import Value from 'typebox/value';
import { describeFailure } from '../src/index.ts';

const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const optional = Type.Optional;
const scales = Type.Union(['small', 'medium', 'large', 'huge'].map((scale) => Type.Literal(scale)));
const entry = Type.Object(
  {
    date: Type.String({ minLength: 1, errorMessage: { required: 'Date is required' } }),
    platforms: optional(nullable(Type.Array(scales, { maxItems: 2, uniqueItems: true }))),
  },
  { additionalProperties: false },
);
const Body = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 2_000 }),
    code: optional(Type.String({ minLength: 3, maxLength: 5, errorMessage: { maxLength: 'The code is too long.' } })),
    scale: optional(scales),
    platform: optional(Type.Enum(['tiktok', 'youtube'])),
    choice: optional(nullable(Type.Enum(['a', 'b']))),
    consent: optional(Type.Literal(true)),
    count: optional(Type.Integer({ minimum: 1, maximum: 5 })),
    ratio: optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
    chunk: optional(Type.Integer({ multipleOf: 4 })),
    isAnnual: optional(Type.Boolean()),
    id: optional(Type.String({ format: 'uuid' })),
    address: optional(Type.String({ format: 'email' })),
    colour: optional(Type.String({ pattern: '^#[0-9a-f]{6}$' })),
    notes: optional(nullable(Type.String({ maxLength: 3 }))),
    size: optional(Type.Union([Type.String(), Type.Integer()])),
    entries: optional(Type.Array(entry, { minItems: 1, maxItems: 3 })),
    brand: optional(
      nullable(Type.Partial(Type.Object({ name: Type.String({ maxLength: 1 }) }), { additionalProperties: false })),
    ),
    map: optional(Type.Record(Type.String(), Type.Integer(), { minProperties: 1, maxProperties: 2 })),
    nothing: optional(Type.Never()),
  },
  { additionalProperties: false },
);
const say = (schema: TSchema, value: unknown) => describeFailure(schema, Value.Errors(schema, value));
const entryWith = (changes: object) => ({ entries: [{ date: 'x' }, { date: 'x', ...changes }] });

describe('a request that does not fit is refused in a plain sentence', () => {
  it.each<[string, object, string]>([
    ['an empty field', { email: '' }, 'email is required.'],
    ['too short a text', { code: 'x' }, 'code must have at least 3 characters.'],
    ['too long a text', { email: 'x'.repeat(2_001) }, 'email can have at most 2,000 characters.'],
    ['another type than text', { email: 7 }, 'email must be text.'],
    ['another type than a whole number', { count: 1.5 }, 'count must be a whole number.'],
    ['another type than a number', { ratio: 'x' }, 'ratio must be a number.'],
    ['another type than a switch', { isAnnual: 'yes' }, 'isAnnual must be true or false.'],
    ['another type than a list', { entries: {} }, 'entries must be a list.'],
    ['another type than an object', { entries: [7] }, 'entries[0] must be an object.'],
    ['a value that is none of the list', { scale: 'grow' }, 'scale must be one of: small, medium, large, huge.'],
    ['a number where the list has texts', { scale: 7 }, 'scale must be one of: small, medium, large, huge.'],
    ['a value that is not in the enum', { platform: 'myspace' }, 'platform must be one of: tiktok, youtube.'],
    ['a value that is not in the enum or null', { choice: 'c' }, 'choice must be one of: a, b.'],
    ['another value than the only one', { consent: false }, 'consent must be true.'],
    ['too small a number', { count: 0 }, 'count must be 1 or more.'],
    ['too large a number', { count: 6 }, 'count must be 5 or less.'],
    ['a number on the lower limit', { ratio: 0 }, 'ratio must be more than 0.'],
    ['a number on the upper limit', { ratio: 1 }, 'ratio must be less than 1.'],
    ['a number between the steps', { chunk: 5 }, 'chunk must be a multiple of 4.'],
    ['an id of another form', { id: 'nope' }, 'id must be a UUID.'],
    ['an address of another form', { address: 'nope' }, 'address must be a valid e-mail address.'],
    ['a text of another form', { colour: 'red' }, 'colour is not valid.'],
    ['too long a text that may be null', { notes: 'long' }, 'notes can have at most 3 characters.'],
    ['another type than text or null', { notes: 7 }, 'notes must be text.'],
    ['none of two types', { size: true }, 'size must be text or a whole number.'],
    ['too short a list', { entries: [] }, 'entries must have at least 1 item.'],
    ['too long a list', { entries: [1, 2, 3, 4].map(() => ({ date: 'x' })) }, 'entries can have at most 3 items.'],
    [
      'an item twice',
      entryWith({ platforms: ['large', 'large'] }),
      'entries[1].platforms cannot have the same item twice.',
    ],
    [
      'an item that is none of the list',
      entryWith({ platforms: [7] }),
      'entries[1].platforms[0] must be one of: small, medium, large, huge.',
    ],
    [
      'too long a list that may be null',
      entryWith({ platforms: ['small', 'large', 'huge'] }),
      'entries[1].platforms can have at most 2 items.',
    ],
    [
      'too long a text in an object that may be null',
      { brand: { name: 'xx' } },
      'brand.name can have at most 1 character.',
    ],
    ['an unknown field in an object that may be null', { brand: { nick: 'x' } }, 'Unknown field: brand.nick.'],
    ['an unknown field', { isAdmin: true }, 'Unknown field: isAdmin.'],
    ['an unknown field of an item', entryWith({ extra: 1 }), 'Unknown field: entries[1].extra.'],
    ['a field that is never taken', { nothing: 1 }, 'Unknown field: nothing.'],
    ['too few fields', { map: {} }, 'map must have at least 1 field.'],
    ['too many fields', { map: { a: 1, b: 2, c: 3 } }, 'map can have at most 2 fields.'],
  ])('for %s', (_what, changes, sentence) => {
    expect(say(Body, { email: 'x', ...changes })).toBe(sentence);
  });

  it('for a missing field', () => {
    expect(say(Body, {})).toBe('email is required.');
    expect(say(Body, { email: 'x', entries: [{ date: 'x' }, {}] })).toBe('Date is required');
  });

  it('with the schema’s own message for the broken rule', () => {
    expect(say(Body, { email: 'x', entries: [{ date: '' }] })).toBe('Date is required');
    expect(say(Body, { email: 'x', entries: [{ date: 7 }] })).toBe('entries[0].date must be text.');
    expect(say(Body, { email: 'x', code: '123456' })).toBe('The code is too long.');
  });

  it.each([[null], ['x'], [[]]])('for %j where an object belongs', (value) => {
    expect(say(Body, value)).toBe('The body must be an object.');
  });

  it('for a rule without a message', () => {
    const schema = Type.Object({ a: Type.Unsafe<string>({ not: { const: 'x' } }) });
    expect(say(schema, { a: 'x' })).toBe('a is not valid.');
    expect(describeFailure(schema, [])).toBe('The body is not valid.');
  });

  it('that repeats no value and no unsafe name', () => {
    const secret = 'hunter2';
    for (const name of Object.keys(Body.properties)) {
      expect(say(Body, { email: 'x', [name]: [secret] })).not.toContain(secret);
      expect(say(Body, { email: 'x', [name]: secret.repeat(1_000) })).not.toContain(secret);
    }
    expect(say(Body, { email: 'x', [`<${secret}>`]: 1 })).toBe('The body has an unknown field.');
    expect(say(Body, { email: 'x', [secret.repeat(10)]: 1 })).toBe('The body has an unknown field.');
  });
});
