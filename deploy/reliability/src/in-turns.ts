const AT_A_TIME = 4;

/**
 * A few at a time, the results in the items' order. Passwords are hashed slowly on purpose, and videos are read whole: all
 * at once they would hold up the stack's own calls past their deadlines, and the run would show that and nothing else.
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...items.entries()];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  return results;
}
