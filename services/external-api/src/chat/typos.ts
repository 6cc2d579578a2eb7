const MIN_LENGTH = 5;

/** Whether a word is another with one typo: a letter too many, missing or wrong, or two letters swapped. */
export function isTypoOf(word: string, intended: string): boolean {
  if (word.length < MIN_LENGTH || intended.length < MIN_LENGTH || Math.abs(word.length - intended.length) > 1)
    return false;
  let start = 0;
  while (start < word.length && word[start] === intended[start]) start += 1;
  const [rest, other] = [word.slice(start), intended.slice(start)];
  return (
    rest.slice(1) === other.slice(1) ||
    rest.slice(1) === other ||
    rest === other.slice(1) ||
    (rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2))
  );
}
