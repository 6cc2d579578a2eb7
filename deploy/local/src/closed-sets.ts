import * as product from '@reelwright/product';

interface ClosedSet {
  readonly name: string;
  readonly members: readonly string[];
  /** Whether only the whole list is rejected; product code may list a part. */
  readonly isWhole?: boolean;
}

const SETS: readonly ClosedSet[] = [
  { name: 'platforms', members: product.platforms },
  { name: 'platformNames', members: Object.values(product.platformNames) },
  { name: 'styles', members: product.styles },
  { name: 'styleNames', members: Object.values(product.styleNames) },
  { name: 'tiers', members: product.tiers, isWhole: true },
  { name: 'paidTiers', members: product.paidTiers, isWhole: true },
  { name: 'subscriptionStatuses', members: product.subscriptionStatuses, isWhole: true },
  { name: 'connectionStates', members: product.connectionStates, isWhole: true },
  { name: 'platformLevels', members: product.platformLevels, isWhole: true },
  { name: 'postStates', members: product.postStates, isWhole: true },
  { name: 'videoStates', members: product.videoStates, isWhole: true },
  { name: 'entryStates', members: product.entryStates, isWhole: true },
];

const ITEM = String.raw`(?:Type\.Literal\()?(?:'[^'\n]*'|"[^"\n]*"|\x60[^\x60$\n]*\x60)\)?`;
/** Space, also with comments. */
const GAP = String.raw`\s*(?:(?:\/\/.*\n|\/\*[^*]*\*+\/)\s*)*`;
/** An array, a union, SQL's `in (…)`, or in a comment of proto words between bars. */
const LIST = new RegExp(
  String.raw`(?:\[|\bin \()${GAP}${ITEM}(?:${GAP},${GAP}${ITEM})+|${ITEM}(?:${GAP}\|${GAP}${ITEM})+|\/\/.*\w+(?: \| \w+)+`,
  'g',
);
/** Other ways to write a list: the keys of an object, a text that is split, comparisons in a row. */
const OTHER_LIST = new RegExp(
  String.raw`\bObject\.(?:keys|entries)\(\s*\{[^}]*\}|${ITEM}\s*\.split\(|(?:[=!]== ${ITEM}\s*(?:\|\||&&)\s*[\w.]+ )+[=!]== ${ITEM}`,
  'g',
);
/** A table of names; other tables may have members as keys, and the compiler compares those. */
const TABLE = new RegExp(String.raw`\{(?:${GAP}\w+: ${ITEM},?){2,}`, 'g');
/** The compiler compares these with the set: a selection, and a part of a union. */
const CHECKED_AFTER = /^(?:[\s[\],]|'[^'\n]*')*(?:as const )?satisfies (?:readonly )?(?:Platform|Style)\[\]/;
const CHECKED_BEFORE = /(?:Extract|Exclude)<(?:Platform|Style),\s*$/;
const TEST = /\.(?:test|spec)\.tsx?$|\/(?:test|e2e|bench)\//;
const EXEMPT = /^libs\/product\/|\/(?:migrations|generated)\//;

/** The places of a file that list a closed set of libs/product by hand, as `path:line: problem`. */
export function restatedSets(path: string, text: string): string[] {
  if (EXEMPT.test(path)) return [];
  const names = SETS.filter(({ name }) => name.endsWith('Names'));
  const lists = [
    ...[...text.matchAll(LIST)].map((match) => ({ ...match, sets: SETS })),
    ...[...text.matchAll(OTHER_LIST)].map((match) => ({ ...match, 0: match[0].replaceAll(/['"`]/g, ' '), sets: SETS })),
    ...[...text.matchAll(TABLE)].map((match) => ({ ...match, sets: names })),
  ];
  return lists.flatMap(({ 0: list, index, sets }) => {
    if (CHECKED_AFTER.test(text.slice(index + list.length)) || CHECKED_BEFORE.test(text.slice(0, index))) return [];
    const words = new Set(list.match(/'[^']*'|"[^"]*"|`[^`]*`|\w+/g)?.map((word) => word.replaceAll(/['"`]/g, '')));
    const set = sets.find(({ members, isWhole }) => {
      const count = members.filter((member) => words.has(member)).length;
      return count === members.length || (count > 1 && !isWhole && !TEST.test(path));
    });
    const line = text.slice(0, index).split('\n').length;
    return set ? [`${path}:${line}: lists ${set.name} by hand: take it from @reelwright/product`] : [];
  });
}
