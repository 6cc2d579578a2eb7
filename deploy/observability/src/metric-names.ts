/** Words of PromQL that are neither a metric nor followed by a parenthesis. */
const WORDS = new Set(
  'and or unless offset bool by without on ignoring group_left group_right sum max min avg count quantile topk inf nan'.split(
    ' ',
  ),
);

/** The names of the metrics that a PromQL expression reads. */
export function metricNames(expression: string): string[] {
  const bare = expression
    .replaceAll(/"(\\.|[^"\\])*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
    .replaceAll(/\boffset\s+\w+/g, '');
  const names = [...bare.matchAll(/(?<![\w:.$])[a-zA-Z_:][\w:]*(?!\s*\()(?![\w:])/g)].map(([name]) => name);
  return [...new Set(names.filter((name) => !WORDS.has(name.toLowerCase())))];
}
