import { currentDeadline, openDeadline } from '../src/index.ts';

describe('the deadline', () => {
  it('is known in all work of the call, and nowhere else', async () => {
    const [first, second] = [openDeadline(1_000), openDeadline(2_000)];
    const read = async () => {
      await new Promise(setImmediate);
      return currentDeadline();
    };
    expect(await Promise.all([first.run(read), second.run(read), read()])).toEqual([1_000, 2_000, undefined]);
  });

  it('no longer applies to work that outlives the call', async () => {
    const scope = openDeadline(1_000);
    const answered = Promise.withResolvers<void>();
    const later = scope.run(async () => {
      const before = currentDeadline();
      await answered.promise;
      return [before, currentDeadline()];
    });
    scope.close();
    answered.resolve();
    expect(await later).toEqual([1_000, undefined]);
  });
});
