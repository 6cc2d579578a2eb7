const CONCURRENCY = 4;

/**
 * Calls `run` for each item, four at a time; results are in the order of the items. Without the limit, password hashing
 * and whole videos would make the stack's own calls miss their deadlines.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...items.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}
