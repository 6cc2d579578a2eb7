const AT_A_TIME = 4;

/**
 * Runs the calls with a limit on how many run at once; results are in the order of the items. All at once, password
 * hashing and whole videos would make the stack's own calls miss their deadlines.
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
