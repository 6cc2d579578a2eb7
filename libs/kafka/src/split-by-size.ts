/**
 * Splits a list, in order, into parts whose sizes add up to `most` at the most. An item that is larger is a part of its own.
 * An empty list has no parts.
 */
export function splitBySize<Item>(items: readonly Item[], sizeOf: (item: Item) => number, most: number): Item[][] {
  const parts: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (parts.length === 0 || size > left) {
      parts.push([]);
      left = most;
    }
    parts.at(-1)?.push(item);
    left -= size;
  }
  return parts;
}
