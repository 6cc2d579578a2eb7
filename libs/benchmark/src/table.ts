/** Lines of a table: the first column is aligned left, the others right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

/** Numbers from 1,000 on are rounded to whole numbers, smaller ones to three digits. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Math.abs(value) >= 1_000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

export function formatRatio(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
