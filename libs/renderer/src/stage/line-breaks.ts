/**
 * Breaks words into the fewest lines that hold them, with about equal widths. Returns spans of words, or null when `most`
 * lines are too few or a word is wider than a line.
 */
export function balancedBreaks(
  widths: readonly number[],
  space: number,
  room: number,
  most: number,
): [number, number][] | null {
  if (widths.some((width) => width > room)) return null;
  for (let lines = 1; lines <= most; lines++) {
    const best = mostEven(widths, space, room, lines, 0);
    if (best) return best.spans;
  }
  return null;
}

interface Breaks {
  spans: [number, number][];
  widest: number;
  narrowest: number;
}

/** Of all breaks into exactly `lines` lines, the one with the most equal widths. Captions are short, so all breaks are tried. */
function mostEven(widths: readonly number[], space: number, room: number, lines: number, start: number): Breaks | null {
  if (lines === 1) {
    const width = spanWidth(widths, space, start, widths.length);
    if (width > room || start >= widths.length) return null;
    return { spans: [[start, widths.length]], widest: width, narrowest: width };
  }
  let best: Breaks | null = null;
  for (let end = start + 1; end < widths.length; end++) {
    const width = spanWidth(widths, space, start, end);
    if (width > room) break;
    const rest = mostEven(widths, space, room, lines - 1, end);
    if (!rest) continue;
    const widest = Math.max(width, rest.widest);
    const narrowest = Math.min(width, rest.narrowest);
    if (!best || widest - narrowest < best.widest - best.narrowest)
      best = { spans: [[start, end], ...rest.spans], widest, narrowest };
  }
  return best;
}

function spanWidth(widths: readonly number[], space: number, start: number, end: number): number {
  let width = space * (end - start - 1);
  for (let index = start; index < end; index++) width += widths[index] ?? 0;
  return width;
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The last resort: fills line after line, cuts words that are too wide, and ends a text that is too long with an ellipsis. */
export function cutToFit<Piece extends { text: string }>(
  pieces: readonly Piece[],
  measure: (text: string) => number,
  space: number,
  room: number,
  most: number,
): Piece[][] {
  const lines: Piece[][] = [[]];
  let used = 0;
  for (const piece of pieces.flatMap((whole) => parts(whole, measure, room))) {
    const line = lines.at(-1) as Piece[];
    const width = measure(piece.text);
    if (line.length === 0 || used + space + width <= room) {
      used += width + (line.length ? space : 0);
      line.push(piece);
    } else {
      lines.push([piece]);
      used = width;
    }
  }
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  const line = kept.at(-1) as Piece[];
  const last = line.at(-1) as Piece;
  const before = line.slice(0, -1).reduce((sum, { text }) => sum + measure(text) + space, 0);
  const letters = [...clusters.segment(last.text)].map(({ segment }) => segment);
  while (letters.length > 1 && before + measure(`${letters.join('')}…`) > room) letters.pop();
  line[line.length - 1] = { ...last, text: `${letters.join('').replace(/…$/, '')}…` };
  return kept;
}

function parts<Piece extends { text: string }>(piece: Piece, measure: (text: string) => number, room: number): Piece[] {
  if (measure(piece.text) <= room) return [piece];
  const cut: Piece[] = [];
  let text = '';
  for (const { segment } of clusters.segment(piece.text)) {
    // A letter with very many combining marks can be wider than a line; then its marks are split, too.
    for (const letter of measure(segment) > room ? segment : [segment]) {
      if (text && measure(text + letter) > room) {
        cut.push({ ...piece, text });
        text = '';
      }
      text += letter;
    }
  }
  return text ? [...cut, { ...piece, text }] : cut;
}
