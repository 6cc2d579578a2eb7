import { ACCESS, personal } from './input-access.ts';
import { calls, sampleOf } from './input-samples.ts';

describe('the table of who may do what', () => {
  it('[ASVS 8.1.1] has an expectation for every call that knows who calls, and for none that there is not', () => {
    expect(Object.keys(ACCESS).sort()).toEqual(personal.map(({ name }) => name).sort());
  });

  it('[ASVS 8.1.1] lets nothing that changes something go without a sample of what it takes', () => {
    for (const call of calls) expect(() => sampleOf(call)).not.toThrow();
  });
});
