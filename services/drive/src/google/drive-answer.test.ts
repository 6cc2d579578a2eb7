import { answerOfCall } from './drive-answer.ts';

it('makes no call for who has stopped waiting already, and says why as they did', async () => {
  const calls: string[] = [];
  const call = async () => {
    calls.push('made');
    return { status: 200, headers: {}, data: {} };
  };
  const stopped = new Error('the service stops');
  await expect(answerOfCall(AbortSignal.abort(stopped), call)).rejects.toBe(stopped);
  expect(calls).toEqual([]);
});
