/**
 * Waits until an assertion holds and returns what it returns. The last failure is thrown when it still does not hold
 * after `timeoutMs`.
 */
export async function eventually<Result>(
  assertion: () => Result | Promise<Result>,
  { timeoutMs = 15_000, everyMs = 50 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<Result> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}
