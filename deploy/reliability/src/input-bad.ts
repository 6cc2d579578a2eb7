import { type Call, fill, plainParameter, sampleOf } from './input-samples.ts';

/** A request that must be rejected. */
export interface BadRequest {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Sent without Content-Length. */
  readonly chunked?: boolean;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const LONG = 'x'.repeat(900_000);
const OTHER_TYPES = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  '',
];
/** Values that are not an id, a platform or a report. */
const ODD_SEGMENTS = [
  '%00',
  '%ff',
  '%ED%A0%80',
  "'",
  'a'.repeat(5_000),
  '%F0%9F%92%A3',
  '__proto__',
  'constructor',
  '-1',
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Bad requests of a call, some of them random. */
export function badRequests(call: Call, allowed: ReadonlySet<string>, random: () => number): BadRequest[] {
  return [...badBodies(call, random), ...badPaths(call), ...badQueries(call), ...wrongMethods(call, allowed)];
}

function badBodies(call: Call, random: () => number): BadRequest[] {
  const sample = sampleOf(call);
  if (!sample) return [];
  const path = fill(call.path, plainParameter);
  const send = (what: string, body: string | Buffer, headers: Record<string, string> = JSON_TYPE, chunked = false) => ({
    what,
    method: call.method,
    path,
    headers,
    body: Buffer.from(body as string),
    chunked,
  });
  if (sample.kind === 'signed') {
    const headers = { 'content-type': sample.contentType };
    return [
      ...sample.bodies.map((body) => send(`the body ${JSON.stringify(body)}`, body, headers)),
      send('a signature of nobody', '{"id":"evt_1"}', { ...headers, 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` }),
      send('two megabytes', 'x'.repeat(2_000_000), headers),
    ];
  }
  const body = sample.kind === 'json' ? sample.body : {};
  const whole: [string, string | Buffer][] = [
    ['an unknown field', JSON.stringify({ ...body, unknown: 1 })],
    [
      'fields of another table',
      JSON.stringify({ ...body, userId: '1', tier: 'elite', isAdmin: true, videosPerMonth: 99 }),
    ],
    ['a prototype', `{"__proto__":{"isAdmin":true}${rest(body)}`],
    ['a prototype in escapes', `{"\\u005f_proto__":{"isAdmin":true}${rest(body)}`],
    ['a constructor', `{"constructor":{"prototype":{"isAdmin":true}}${rest(body)}`],
    ['a byte order mark', `\ufeff${JSON.stringify(body)}`],
    ['a field twice', `{"unknown":1,"unknown":1${rest(body)}`],
    ['an array for an object', JSON.stringify([body])],
    ['a string for an object', '"x"'],
    ['a number for an object', '9007199254740993'],
    ['a truth for an object', 'true'],
    ['a body cut short', JSON.stringify(body).slice(0, -1)],
    ['something after the body', `${JSON.stringify(body)}x`],
    ['two bodies', `${JSON.stringify(body)}${JSON.stringify(body)}`],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['a field with an unpaired surrogate', '{"\\ud800":1}'],
    ['a field with a null byte', '{"a\\u0000":1}'],
    ['bytes that are no text', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])],
    ['10,000 objects in one another', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['100,000 arrays in one another', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['100,000 fields', `{${Array.from({ length: 60_000 }, (_, index) => `"f${index}":1`).join(',')}}`],
    ['two megabytes', JSON.stringify({ ...body, unknown: 'x'.repeat(2_000_000) })],
  ];
  if (sample.kind === 'json') whole.push(['no object at all', 'null'], ['nothing, said to be JSON', '']);
  const brokenBodies = brokenBytes(body);
  const fields = sample.kind === 'json' ? wrongFields(body, sample.nullable ?? []) : [];
  return [
    ...[...whole, ...fields].map(([what, badRequest]) => send(what, badRequest)),
    send(
      'bytes that are no text, in pieces',
      Buffer.concat([Buffer.from(`{"unknown":"`), Buffer.from([0xff]), Buffer.from('"}')]),
      JSON_TYPE,
      true,
    ),
    ...(brokenBodies
      ? [
          send('a field that is no text', brokenBodies),
          send('a field that is no text, in pieces', brokenBodies, JSON_TYPE, true),
        ]
      : []),
    send('two megabytes in pieces', JSON.stringify({ unknown: 'x'.repeat(2_000_000) }), JSON_TYPE, true),
    ...OTHER_TYPES.map((type) =>
      send(`the type '${type}'`, JSON.stringify({ ...body, unknown: 1 }), type ? { 'content-type': type } : {}),
    ),
    ...Array.from({ length: 4 }, () => send('fields at random', JSON.stringify(randomObject(random)))),
    ...Array.from({ length: 2 }, () => send('bytes at random', randomBytes(random))),
  ];
}

/** A body with one field of a wrong type, or with text that is not valid. */
function wrongFields(body: Readonly<Record<string, unknown>>, nullable: readonly string[]): [string, string][] {
  return Object.entries(body).flatMap(([field, value]) => {
    const others: unknown[] = [{ a: 1 }, { $gt: '' }, [[value]], ...(nullable.includes(field) ? [] : [null])];
    if (typeof value !== 'number') others.push(7, -0.5, Number.MAX_SAFE_INTEGER + 1, 1e308);
    else others.push(-1, 1.5, '1', 1e308);
    if (typeof value !== 'string') others.push('', 'yes', 'true');
    else others.push(`${value}\u0000`, `\ud800${value}`, [value], LONG);
    if (typeof value !== 'boolean') others.push(true);
    if (Array.isArray(value)) others.push(['x'], [null], Array(5_000).fill({}));
    const bodies = others.map((other): [string, string] => [
      `${field}: ${JSON.stringify(other).slice(0, 40)}`,
      JSON.stringify({ ...body, [field]: other }),
    ]);
    bodies.push([`${field}: 1e999`, JSON.stringify({ ...body, [field]: '#' }).replace('"#"', '1e999')]);
    return bodies;
  });
}

/** A valid body with one byte that is not UTF-8. */
function brokenBytes(body: Readonly<Record<string, unknown>>): Buffer | undefined {
  const [field] = Object.entries(body).find(([, value]) => typeof value === 'string') ?? [];
  if (field === undefined) return undefined;
  const mark = 'a byte goes here';
  const [before = '', after = ''] = JSON.stringify({ ...body, [field]: `${body[field]}${mark}` }).split(mark);
  return Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]);
}

function rest(body: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(body).slice(1);
  return text === '}' ? text : `,${text}`;
}

function badPaths(call: Call): BadRequest[] {
  const plain = fill(call.path, plainParameter);
  const spelled = [
    `${plain}/`,
    `${plain}%2f`,
    `${plain}%5c`,
    `${plain};x=1`,
    `${plain}%00`,
    `${plain}/..%2f`,
    plain.toUpperCase(),
  ];
  const names = [...call.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const segments = names.flatMap((odd) =>
    ODD_SEGMENTS.map((segment) => fill(call.path, (name) => (name === odd ? segment : plainParameter(name)))),
  );
  return [...spelled.filter((path) => path.startsWith('/api/') || path.startsWith('/media/')), ...segments].map(
    (path) => ({
      what: 'an odd path',
      method: call.method,
      path,
    }),
  );
}

function badQueries({ method, path }: Call): BadRequest[] {
  const plain = fill(path, plainParameter);
  const queries = ['?x=%00', '?%00=1', '?__proto__[a]=%00'];
  if (/callback$/.test(path)) queries.push('?code=a&code=b&state=c', '?state=a&state=b', '?error=a&error=b');
  if (path.startsWith('/media/')) queries.push('?exp=1&exp=2&sig=x', '?exp=1&sig=a&sig=b', '?exp=9e99&sig=x');
  return queries.map((query) => ({ what: 'an odd query', method, path: `${plain}${query}` }));
}

function wrongMethods({ path, method }: Call, allowed: ReadonlySet<string>): BadRequest[] {
  const first = [...allowed][0] === method;
  const wrongMethodNames = METHODS.filter((other) => !allowed.has(other));
  return first
    ? wrongMethodNames.map((other) => ({ what: 'a wrong method', method: other, path: fill(path, plainParameter) }))
    : [];
}

/** Never empty, and never a field of a route. */
function randomObject(random: () => number, depth = 0): Record<string, unknown> {
  const value = (): unknown => {
    const kinds = [null, random() * 1e20, random() < 0.5, text(random), [text(random), random()], -random()];
    return depth < 3 && random() < 0.3 ? randomObject(random, depth + 1) : kinds[Math.floor(random() * kinds.length)];
  };
  return Object.fromEntries(Array.from({ length: 1 + Math.floor(random() * 5) }, () => [`r${text(random)}`, value()]));
}

/** Includes characters written right to left, of four bytes, and of zero width. */
function text(random: () => number): string {
  const points = [0x61, 0x5d0, 0x202e, 0x1f4a3, 0x200b, 0xfeff, 0x7f, 0x2028, 0x27, 0x22, 0x5c, 0x3c];
  return String.fromCodePoint(
    ...Array.from({ length: 1 + random() * 12 }, () => points[Math.floor(random() * points.length)] ?? 0x62),
  );
}

function randomBytes(random: () => number): Buffer {
  return Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256)));
}
