import { responseOfCall } from './drive-response.ts';

it('makes no call with an aborted signal, and throws its reason', async () => {
  const calls: string[] = [];
  const call = async () => {
    calls.push('made');
    return { status: 200, headers: {}, data: {} };
  };
  const stopped = new Error('the service stops');
  await expect(responseOfCall(AbortSignal.abort(stopped), call)).rejects.toBe(stopped);
  expect(calls).toEqual([]);
});
