import { type ErasedKind, erasedKinds } from '@reelwright/product';
import { en, erasedText, type Language, language, languages } from '../src/index.ts';

const inEnglish = (kind: ErasedKind, count: number) =>
  erasedText({ kind, count }, { language: en, timeZone: undefined });

test.each(erasedKinds)('%s has a text with its count in each language', (kind) => {
  for (const words of Object.values(languages)) {
    const [one, twelve] = [1, 12].map((count) => erasedText({ kind, count }, { language: words, timeZone: undefined }));
    expect(one).toMatch(/^1 [^{}]+$/);
    expect(twelve).toMatch(/^12 [^{}]+$/);
  }
});

test.each<[ErasedKind, number, string]>([
  ['profile', 1, '1 profile'],
  ['profile_photo', 0, '0 profile photos'],
  ['calendar_entry', 1, '1 calendar entry'],
  ['user_record', 2, '2 records of you'],
  ['video_file', 12, '12 video files'],
  ['payment_kept_without_name', 1, '1 payment, kept in the books without a name'],
  ['payment_kept_without_name', 3, '3 payments, kept in the books without a name'],
  ['post', 1, '1 post or plan to post'],
  ['page_view_kept_without_name', 1234, '1,234 page views, kept without a name'],
])('%s, %d times: %s', (kind, count, text) => {
  expect(inEnglish(kind, count)).toBe(text);
});

test('a language has its own numbers, and more than two forms if it needs them', () => {
  const polish: Language = {
    ...en,
    locale: 'pl-PL',
    erased: {
      ...en.erased,
      video_file: {
        one: '{count} plik wideo',
        few: '{count} pliki wideo',
        other: '{count} plików wideo',
      },
    },
  };
  const texts = [1, 3, 12, 20_500].map((count) =>
    erasedText({ kind: 'video_file', count }, { language: polish, timeZone: undefined }),
  );
  expect(texts).toEqual(['1 plik wideo', '3 pliki wideo', '12 plików wideo', '20\u00a0500 plików wideo']);
});

test('a language does not compile without a kind, or with a name that has no data', () => {
  const files = { one: '{count} Datei', other: '{count} Dateien' };
  // @ts-expect-error all other kinds are missing
  expect(language({ ...en, erased: { video_file: files } })).toBeDefined();
  const misspelt = { one: '{anzahl} Datei', other: '{count} Dateien' } as const;
  // @ts-expect-error {anzahl} has no data here
  expect(language({ ...en, erased: { ...en.erased, video_file: misspelt } })).toBeDefined();
});
