import {
  continueTrace,
  currentTrace,
  currentTraceparent,
  formatTraceparent,
  parseTraceparent,
  runInTrace,
} from '../src/index.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a traceparent header', () => {
  it('is read and written back unchanged', () => {
    for (const header of [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-00`]) {
      const context = parseTraceparent(header);
      expect(context && formatTraceparent(context)).toBe(header);
    }
  });

  it('of a later version may have more fields', () => {
    expect(parseTraceparent(`01-${TRACE}-${SPAN}-01-more`)?.traceId).toBe(TRACE);
  });

  it.each([
    '',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  ])('%p is ignored', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });
});

describe('a trace', () => {
  it('is continued with a new span', () => {
    const context = continueTrace(`00-${TRACE}-${SPAN}-00`);
    expect(context).toMatchObject({ traceId: TRACE, isSampled: false });
    expect(context.spanId).not.toBe(SPAN);
  });

  it('begins when there is no valid header', () => {
    for (const header of [undefined, 'nonsense']) {
      const context = continueTrace(header);
      const { traceId, spanId, isSampled } = context;
      expect(parseTraceparent(formatTraceparent(context))).toEqual({ traceId, spanId, isSampled });
    }
  });

  it('that begins with a request has its id', () => {
    const id = '9d2f4c5e-1b7a-4E60-8a3f-0123456789ab';
    expect(continueTrace(undefined, id).traceId).toBe('9d2f4c5e1b7a4e608a3f0123456789ab');
    expect(continueTrace(`00-${TRACE}-${SPAN}-01`, id).traceId).toBe(TRACE);
    for (const other of ['mine', '00000000-0000-0000-0000-000000000000'])
      expect(continueTrace(undefined, other).traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  });

  it('is passed on in the form of a header', () => {
    const context = continueTrace(undefined);
    expect(runInTrace(context, currentTraceparent)).toBe(formatTraceparent(context));
    expect(currentTraceparent()).toBeUndefined();
  });

  it('is kept by work that continues later, and ends with it', async () => {
    const context = continueTrace(undefined);
    const seen = await runInTrace(context, async () => {
      await new Promise(setImmediate);
      return currentTrace();
    });
    expect(seen).toBe(context);
    expect(currentTrace()).toBeUndefined();
  });
});
