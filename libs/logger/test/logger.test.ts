import { continueTrace, runInTrace } from '@reelwright/tracing';
import { createLogger } from '../src/index.ts';

function capture(level?: string) {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger(
    { service: 'billing', ...(level && { level }) },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  return { logger, lines };
}

describe('a log line', () => {
  it('is JSON with service, level by name, time and message', () => {
    const { logger, lines } = capture();
    logger.info({ userId: 'u1', durationMs: 12 }, 'plan changed');
    expect(lines).toEqual([
      {
        service: 'billing',
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        userId: 'u1',
        durationMs: 12,
        msg: 'plan changed',
      },
    ]);
  });

  it('is not written below the level', () => {
    const { logger, lines } = capture('warn');
    logger.info('quiet');
    logger.warn('loud');
    expect(lines.map(({ msg }) => msg)).toEqual(['loud']);
  });

  it('contains an error with its cause', () => {
    const { logger, lines } = capture();
    logger.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed');
    expect(lines[0]?.err).toMatchObject({ type: 'Error', message: expect.stringContaining('inner') });
  });
});

describe('secrets', () => {
  const names = [
    'password',
    'token',
    'accessToken',
    'refreshToken',
    'access_token',
    'refresh_token',
    'id_token',
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'x-api-key',
    'x-auth-identity',
    'apiKey',
    'secret',
    'client_secret',
  ];

  it.each(names)('[ASVS 16.2.5] called %s do not reach a line, at any depth objects are logged with', (name) => {
    const { logger, lines } = capture();
    const hidden = { [name]: 'hunter2' };
    logger.info({ ...hidden, body: hidden, req: { headers: hidden }, err: { config: { headers: hidden } } }, 'called');
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[0]?.[name]).toBe('[redacted]');
  });

  it('[ASVS 16.2.5] do not leak through the request that an HTTP client attaches to its error', () => {
    const { logger, lines } = capture();
    const config = { headers: { Authorization: 'Bearer ya29.hunter2' }, data: { refresh_token: 'hunter2' } };
    logger
      .child({ requestId: 'r1' })
      .warn({ err: Object.assign(new Error('503'), { config, response: { config } }) }, 'upload failed');
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[0]?.err).toMatchObject({ message: '503' });
  });

  it('are hidden completely, whatever they contain', () => {
    const { logger, lines } = capture();
    logger.info(
      { cookie: 'a="b\\", hunter2', headers: { 'set-cookie': ['s=hunter2', 't=hunter2'] }, token: 12_345 },
      'x',
    );
    expect(lines[0]).toMatchObject({
      cookie: '[redacted]',
      headers: { 'set-cookie': '[redacted]' },
      token: '[redacted]',
      msg: 'x',
    });
  });

  it.each([
    [
      'a list whose texts have brackets and quotes',
      { cookie: ['a]b', 'c"]', 'hunter2'], client_secret: ['x]', 'hunter2'] },
    ],
    ['a body as text', { body: '{"access_token":"hunter2","nested":{"client_secret": "a\\"hunter2"}}' }],
    ['a form', { body: 'grant_type=refresh_token&client_secret=hunter2&refresh_token=hunter2' }],
    ['an address', { url: 'https://a.test/v1?key=hunter2&page=2&access_token=hunter2' }],
    ['the password of an address', { err: new Error('cannot reach postgres://me:hunter2@db.test:5432/x') }],
  ])('[ASVS 16.2.5] in %s do not reach a line, which stays JSON', (_what, fields) => {
    const { logger, lines } = capture();
    logger.info({ ...fields, last: 1 }, 'called');
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[0]).toMatchObject({ last: 1, msg: 'called' });
  });

  it('do not include names that only look similar', () => {
    const { logger, lines } = capture();
    logger.info({ tokenCount: 3, code: 'TOKEN_EXPIRED', secretary: 'Ann' }, 'the token "token":"x" expired');
    expect(lines[0]).toMatchObject({ tokenCount: 3, code: 'TOKEN_EXPIRED', secretary: 'Ann' });
  });

  it('are hidden in the line only, not in the object that was logged', () => {
    const { logger } = capture();
    const body = { password: 'hunter2' };
    logger.info({ body }, 'called');
    expect(body.password).toBe('hunter2');
  });
});

describe('a log line in a trace', () => {
  it('carries the id of the trace, and none outside it', () => {
    const { logger, lines } = capture();
    const trace = continueTrace(undefined);
    runInTrace(trace, () => logger.info('inside'));
    logger.info('outside');
    expect(lines.map((line) => line.traceId)).toEqual([trace.traceId, undefined]);
  });
});
