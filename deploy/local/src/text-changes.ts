import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type RowPlace, rowPlaces } from '../rules/row-places.ts';
import { type CoverageRow, nameOf, textsOf } from './coverage-rows.ts';
import { patternOf } from './rule-patch.ts';
import { parseSource, visitNodes } from './syntax.ts';

/** What the web app's bundle is built from, and what answers of the services are. */
const SCREENS = ['web/src', ...['causes', 'faq', 'product', 'text'].map((lib) => `libs/${lib}/src`)];
const ANSWERS = ['services/*/src'];
/** The journeys of these sections read the answers of the services, where screens may have the same texts. */
const SECTIONS_OF_ANSWERS: readonly string[] = ['partner', 'server'];

/** A string of the code, or a piece of a template or of JSX. */
interface Piece {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** With single spaces. */
  readonly text: string;
}

interface PiecesOfCode {
  readonly screens: readonly Piece[];
  readonly answers: readonly Piece[];
}

/** How the product no longer says or does what a row requires. */
export interface TextChange {
  /** For a person: the text, or the code of a rule. */
  readonly what: string;
  readonly files: readonly string[];
  apply(root: string): void;
}

export function readPieces(root: string): PiecesOfCode {
  const of = (folders: readonly string[]) =>
    globSync(
      folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
      { cwd: root, exclude: ['**/*.test.*', '**/generated/**'] },
    ).flatMap((file) => piecesOf(file, readFileSync(join(root, file), 'utf8')));
  return { screens: of(SCREENS), answers: of(ANSWERS) };
}

function piecesOf(file: string, code: string): Piece[] {
  const pieces: Piece[] = [];
  visitNodes(parseSource(file, code), (node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (!(isText || ts.isJsxText(node)) || ts.isImportDeclaration(node.parent)) return;
    pieces.push({ file, start: node.getStart(), end: node.end, text: node.text.replaceAll(/\s+/g, ' ').trim() });
  });
  return pieces;
}

/**
 * A change for each text of a row: wherever the screens say it, or else an answer of a service, it gets one more letter. A row whose rule or text is not found by this has its place in rules/row-places.ts.
 */
export function changesOf(row: CoverageRow, { screens, answers }: PiecesOfCode): TextChange[] {
  const places = rowPlaces.filter((candidate) => candidate.row === nameOf(row));
  if (places.length > 0) return [changeOfPlaces(places)];
  const sources = SECTIONS_OF_ANSWERS.includes(row.screen) ? [answers, screens] : [screens, answers];
  return textsOf(row).flatMap((text) => {
    const found = sources.map((pieces) => piecesWith(text, pieces)).find((pieces) => pieces.length > 0);
    return found ? [changeOfText(text, found)] : [];
  });
}

/** The pieces that are the text, or else those that contain it. */
function piecesWith(text: string, pieces: readonly Piece[]): readonly Piece[] {
  const same = pieces.filter((piece) => piece.text === text);
  return same.length > 0 ? same : pieces.filter((piece) => piece.text.includes(text));
}

function changeOfText(text: string, pieces: readonly Piece[]): TextChange {
  const words = text.split(' ').map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'"));
  const pattern = new RegExp(words.join('\\s+'), 'g');
  const ofFile = Map.groupBy(pieces, ({ file }) => file);
  return {
    what: text,
    files: [...ofFile.keys()],
    apply(root) {
      for (const [file, places] of ofFile) {
        let code = readFileSync(join(root, file), 'utf8');
        for (const { start, end } of places.toSorted((a, b) => b.start - a.start)) {
          const altered = code.slice(start, end).replaceAll(pattern, (found) => `${found[0]}x${found.slice(1)}`);
          code = code.slice(0, start) + altered + code.slice(end);
        }
        writeFileSync(join(root, file), code);
      }
    },
  };
}

function changeOfPlaces(places: readonly RowPlace[]): TextChange {
  return {
    what: places.map(({ find }) => find).join(' '),
    files: places.map(({ file }) => file),
    apply(root) {
      for (const { file, find, put } of places) {
        const code = readFileSync(join(root, file), 'utf8');
        // A function, because a dollar sign in a string would refer to the match.
        const changed = code.replace(patternOf(find), () => put);
        writeFileSync(join(root, file), changed);
      }
    },
  };
}

/** The reasons why `make check-proof` cannot change a row, or its place. Empty if there are none. */
export function problemsOfRows(root: string, rows: readonly CoverageRow[], pieces = readPieces(root)): string[] {
  const names = new Set(rows.map(nameOf));
  return [
    ...rows
      .filter((row) => changesOf(row, pieces).length === 0)
      .map((row) => `${nameOf(row)}: no code says this; rules/row-places.ts needs its place`),
    ...rowPlaces.flatMap(({ row, file, find, put }) => {
      const matches = [...readFileSync(join(root, file), 'utf8').matchAll(patternOf(find))].length;
      return [
        ...(names.has(row) ? [] : [`${row}: the table has no such row`]),
        ...(matches === 1 ? [] : [`${row}: its code was found ${matches} times in ${file}`]),
        ...(find === put ? [`${row}: it changes nothing`] : []),
      ];
    }),
  ];
}
