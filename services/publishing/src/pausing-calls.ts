import { AppError } from '@reelwright/errors';

type Call = <Response>(rpc: () => Promise<Response>) => Promise<Response>;

/**
 * Makes calls to a service so that it delays few posts when it hangs: after a call without an answer, none is made for
 * a while. NOT_FOUND is an answer.
 * @param pauseMs how long no call is made (real ms)
 * @param paused the error of the calls that are not made
 */
export function pausingCalls(
  { real, pauseMs }: { readonly real: () => Date; readonly pauseMs: number },
  paused: () => AppError,
): Call {
  let pausedUntil = 0;
  return async (rpc) => {
    if (real().getTime() < pausedUntil) throw paused();
    try {
      return await rpc();
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'NOT_FOUND')) pausedUntil = real().getTime() + pauseMs;
      throw error;
    }
  };
}
