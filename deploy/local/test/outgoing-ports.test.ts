import { outgoingPortHint } from '../src/supervisor/outgoing-ports.ts';

const range = { first: 32_768, last: 60_999 };

describe('the cause of a taken port', () => {
  it.each([32_768, 40_010, 60_999])('%i is in the range for outgoing connections', (port) => {
    expect(outgoingPortHint(port, range)).toBe(
      ' Linux uses ports 32768 to 60999 for outgoing connections, which is the likely cause: choose a PORT_BASE below 32768.',
    );
  });

  it.each([8_080, 32_767, 61_000])('%i is not', (port) => {
    expect(outgoingPortHint(port, range)).toBe('');
  });

  it('is read from the system', () => {
    expect(outgoingPortHint(1)).toBe('');
  });
});
