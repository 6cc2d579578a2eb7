import { ACCESS, personal } from './input-access.ts';
import { calls, sampleOf } from './input-samples.ts';

describe('the table of who may do what', () => {
  it('[ASVS 8.1.1] has an expectation for every call that requires a caller, and for no other', () => {
    expect(Object.keys(ACCESS).sort()).toEqual(personal.map(({ name }) => name).sort());
  });

  it('[ASVS 8.1.1] has a sample body for every call that changes something', () => {
    for (const call of calls) expect(() => sampleOf(call)).not.toThrow();
  });
});
