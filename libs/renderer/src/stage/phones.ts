/**
 * Approximate sounds of letters: a, e, i, o and u for vowels, one Latin letter for a consonant, `|` where a sound must not
 * merge with the next. Exact enough to move a mouth and to sing; it is not a pronunciation dictionary.
 */
const LETTERS: Record<string, string> = {
  ...pairs('абвгдеёжзийклмнопрстуфхцчшщыэюя', 'a b v g d e o j z i y k l m n o p r s t u f h s c s s i e u a'),
  ...pairs('іїєґ', 'i i e g'),
  ...pairs('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i s i k l m n s o p r s s t i f h s o'),
  ...pairs('אבגדהזחטכךלמםנןסעפףצץקרשת', 'a b g d h z h t k k l m m n n s a p f s s k r s t'),
  ...pairs('اأإآىةبتثجحخدذرزسشصضطظعغفقكلمنهء', 'a a i a a a b t s j h h d d r z s s s d t z a g f k k l m n h |'),
  ...pairs('کگپچڤ', 'k g p c v'),
  ...pairs('कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ', 'k k g g n c c j j n t t d d n t t d d n p f b b m y r l v s s s h l'),
  ...pairs('अआइईउऊएऐओऔऋ', 'a a i i u u e e o o i'),
  ...pairs('0123456789', '|so| |wan| |tu| |tri| |for| |fav| |sis| |sen| |et| |nan|'),
  ...pairs('&%+@#€$£°', '|en| |sen| |plu| |at| |as| |eu| |do| |pun| |gra|'),
  ...pairs('øæœßłđðþı', 'o e e s l d d s i'),
};

/** Marks above or below a letter that are its vowel: Hebrew points, Arabic marks, Devanagari matras. */
const VOWEL_SIGNS: Record<string, string> = {
  ...pairs('\u05b7\u05b8\u05b5\u05b6\u05b4\u05b9\u05bb', 'a a e e i o u'),
  ...pairs('\u064e\u0650\u064f', 'a i u'),
  ...pairs('ािीुूेैोौृं', 'a i i u u e e o o i n'),
};

/** Sounds spelt with several letters, longest spelling first. */
const SPELLINGS: [RegExp, string][] = [
  [/ου/g, 'u'],
  [/αι/g, 'e'],
  [/[εο]ι/g, 'i'],
  [/sch|sh|th/g, 's'],
  [/ph/g, 'f'],
  [/wh/g, 'w'],
  [/ch(?=[aou])/g, 'c'],
  [/ck/g, 'k'],
  [/igh/g, 'i'],
  [/gh/g, 'g'],
  [/gn/g, 'n'],
  [/c(?=[eiy])/g, 's'],
  [/qu/g, 'k'],
  [/[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/ng(?![aeiou])/g, 'n'],
];

const ENGLISH =
  /\b(the|and|you|your|it|is|for|of|with|this|we|our|to|in|my|up|at|on|from|are|like|every|make|fresh)\b/i;

/** Whether a line looks English; in English a final e is mostly silent. */
export function isEnglish(line: string): boolean {
  return ENGLISH.test(line);
}

/** The sounds of a word in any script that the captions can draw. */
export function phonesOf(word: string, english: boolean): string {
  const lower = word.toLowerCase();
  if (/\p{Script=Hebrew}|\p{Script=Arabic}/u.test(lower)) return consonantal(lower);
  if (/\p{Script=Devanagari}/u.test(lower)) return devanagari(lower);
  let plain = lower.replace(/й/g, 'y').normalize('NFD').replace(/\p{M}/gu, '');
  if (english) plain = plain.replace(/(?<=[aeiouy].*[^aeiouy])e(?=['’]?s?$)/, '').replace(/(?<=[^aeiouytd])ed$/, 'd');
  for (const [spelling, sound] of SPELLINGS) plain = plain.replace(spelling, sound);
  plain = plain.replace(/y(?![aeiou])/g, 'i');
  return [...plain].map((letter) => (/[a-z]/.test(letter) ? letter : (LETTERS[letter] ?? ''))).join('');
}

/** Scripts that mostly omit vowels: a letter that can be a vowel is one after a consonant; otherwise an `a` is inserted. */
function consonantal(word: string): string {
  let phones = '';
  for (const letter of word.normalize('NFD')) {
    const afterVowel = phones === '' || /[aeiou|]$/.test(phones);
    if (VOWEL_SIGNS[letter]) phones += VOWEL_SIGNS[letter];
    else if (/[וو]/.test(letter)) phones += afterVowel ? 'v' : 'o';
    else if (/[יيی]/.test(letter)) phones += afterVowel ? 'y' : 'i';
    else {
      const sound = /[a-z]/.test(letter) ? letter : (LETTERS[letter] ?? '');
      // The second consonant in a row closes its syllable; the third needs a vowel before it.
      if (/^[^aeiou|]/.test(sound) && !afterVowel && !/[aeiou][^aeiou|]$/.test(phones)) phones += 'a';
      phones += sound;
    }
  }
  return phones;
}

/** Each consonant has an implicit `a`, except before another vowel, before the virama, and at the end of the word. */
function devanagari(word: string): string {
  let phones = '';
  let owed = false;
  for (const letter of word) {
    const sign = VOWEL_SIGNS[letter];
    const sound = LETTERS[letter] ?? '';
    if (owed && !(sign && sign !== 'n') && letter !== '\u094d') phones += 'a';
    phones += sign ?? sound;
    owed = !sign && /^[^aeiou|]$/.test(sound);
  }
  return phones;
}

function pairs(letters: string, sounds: string): Record<string, string> {
  const each = sounds.split(' ');
  return Object.fromEntries([...letters].map((letter, index) => [letter, each[index] ?? '']));
}
