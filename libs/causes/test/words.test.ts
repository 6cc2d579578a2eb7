import { postCauses } from '@reelwright/product';
import {
  type Cause,
  type CauseData,
  CauseError,
  causeCodes,
  en,
  type Language,
  language,
  languageFor,
  languages,
  postCause,
  type Reader,
  readCause,
  textFor,
  wordsFor,
} from '../src/index.ts';

const causes = causeCodes.map((code) => readCause(code, { platform: 'youtube' }) as Cause);
const english: Reader = { language: en, timeZone: undefined };
const inRome: Reader = { language: en, timeZone: 'Europe/Rome' };
const at = (text: string) => new Date(text);

test.each(causes)('$code has a message and a fix in plain words in each language', (cause) => {
  for (const language of Object.values(languages)) {
    const { message, fix } = wordsFor(cause, { language, timeZone: undefined });
    for (const text of cause.code === 'POST_FAILED' ? [message] : [message, fix]) {
      expect(text).toMatch(/^\p{Lu}[^{}]*\.$/u);
    }
    expect(message).not.toBe(fix);
  }
});

test('no text mentions a button or a page that does not exist', () => {
  for (const cause of causes) {
    const { fix } = wordsFor(cause, english);
    // There is no Regenerate, a finished entry is locked, and buttons have exact names.
    expect([cause.code, /regenerate|^change the|press check(?! now)|post it (again|now)/i.test(fix)]).toEqual([
      cause.code,
      false,
    ]);
    for (const [, button] of fix.matchAll(/press ([A-Z]\w+(?: (?:now|again))?)/gi)) {
      expect([cause.code, ['Reconnect', 'Post again', 'Post now', 'Check now', 'Approve', 'Undo', 'Resume']]).toEqual([
        cause.code,
        expect.arrayContaining([button]),
      ]);
    }
  }
});

test('an unknown code and an unknown platform get a general sentence', () => {
  const general = 'Something did not go as planned. Please look again later.';
  for (const code of ['SOMETHING_NEW', 'toString', '', 'UNKNOWN']) {
    expect(textFor(readCause(code, { platform: 'tiktok' }), english)).toBe(general);
  }
  expect(textFor(readCause('BLOCKED', { platform: 'telegraph' }), english)).toBe(general);
});

test('a post that was given up is not promised another try', () => {
  const { message, fix } = wordsFor({ code: 'RATE_LIMITED', data: { platform: 'tiktok', gaveUp: true } }, english);
  expect(message).toBe('TikTok asks us to slow down.');
  expect(fix).toBe('We tried for 6 hours; press Post again if it should still go out.');
});

describe('the text about a post that goes out on another day', () => {
  const moved = {
    platform: 'youtube',
    movedFrom: at('2026-11-21T08:00:00Z'),
    goesOutAt: at('2026-11-22T08:00:00Z'),
  } as const;

  it('names the platform, today, and its time tomorrow', () => {
    const now = at('2026-11-21T07:00:00Z');
    expect(wordsFor({ code: 'BUDGET_SPENT', data: moved }, { ...inRome, now })).toEqual({
      message: 'YouTube takes no more from Reelwright today; goes out tomorrow at 09:00.',
      fix: 'Nothing to do: it goes out automatically then.',
    });
  });

  it.each([
    ['tiktok', 15, 'TikTok takes 15 posts a day from one account; this one goes out on November 22 at 09:00.'],
    ['instagram', 50, 'Instagram takes 50 posts a day from one account; this one goes out on November 22 at 09:00.'],
    ['facebook', 30, 'Facebook takes 30 posts a day from one account; this one goes out on November 22 at 09:00.'],
  ] as const)('names the daily limit of an account on %s', (platform, perDay, message) => {
    const cause = { code: 'BUDGET_SPENT', data: { ...moved, platform, perDay } } as const;
    expect(wordsFor(cause, inRome).message).toBe(message);
  });

  it('has a date when it may be read later, and is marked as UTC without a zone', () => {
    expect(wordsFor({ code: 'DAILY_LIMIT', data: { ...moved, platform: 'tiktok' } }, english).message).toBe(
      'TikTok takes no more from this account on November 21; goes out on November 22 at 08:00 UTC.',
    );
  });

  it('is the general one of the code when the data is missing', () => {
    expect(textFor(readCause('BUDGET_SPENT', { platform: 'youtube' }), english)).toBe(
      'YouTube takes no more from Reelwright today. Nothing to do: it goes out tomorrow.',
    );
  });
});

describe('the text about a post that went out late', () => {
  const dueAt = at('2026-11-23T09:00:00Z');
  const late = (minutes: number, heldBy?: string) =>
    wordsFor(
      readCause('POSTED_LATE', {
        platform: 'tiktok',
        dueAt,
        postedAt: new Date(dueAt.getTime() + minutes * 60_000),
        heldBy,
      }),
      english,
    ).message;

  it.each([
    [11, '11 minutes'],
    [119, '119 minutes'],
    [120, '2 hours'],
    [181, '3 hours and 1 minute'],
    [242, '4 hours and 2 minutes'],
  ])('say of %d minutes: %s', (minutes, words) => {
    expect(late(minutes)).toBe(`It went out ${words} late, because we were held up.`);
  });

  it('names the cause of the delay, and blames no platform for a delay on our side', () => {
    expect(late(30, 'VIDEO_NOT_READY')).toBe(
      'It went out 30 minutes late, because the video was not finished at its time.',
    );
    expect(late(30, 'CALENDAR_UNREACHABLE')).toBe('It went out 30 minutes late, because we were held up.');
    expect(late(30, 'PROVIDER_UNREACHABLE')).toBe(
      'It went out 30 minutes late. The reason, when it was due: TikTok is not responding.',
    );
  });
});

test('the text about a kept video says why the new one could not be made', () => {
  expect(wordsFor(readCause('EARLIER_VIDEO_KEPT', { failure: 'MODEL_REFUSED' }), english).message).toBe(
    'The new video could not be made, so the earlier one is kept. The video model refused this content.',
  );
});

test.each<[string, CauseData, string]>([
  ['PLAN_FEATURE', { feature: 'posting' }, 'Posting to your accounts starts with the Starter plan.'],
  ['PLAN_FEATURE', { platform: 'tiktok', refused: true }, 'Posting to your accounts starts with the Starter plan.'],
  ['PLAN_FEATURE', { feature: 'calendar' }, 'Scheduling needs a paid plan.'],
  [
    'PLAN_FEATURE',
    { feature: 'entry_settings' },
    'A separate style and separate platforms for each video come with the Pro and Elite plans.',
  ],
  ['PLAN_FEATURE', { feature: 'views' }, 'Views of your posts start with the Starter plan.'],
  ['PLAN_FEATURE', { feature: 'analytics' }, 'Advanced analytics come with the Elite plan.'],
  ['PLAN_FEATURE', { feature: 'branding' }, 'A logo and a palette on your videos come with the Elite plan.'],
  ['PLATFORM_OFF', { platform: 'tiktok', refused: true }, 'TikTok is not available here yet.'],
  [
    'PRIVACY_OPTION_GONE',
    { platform: 'tiktok', refused: true },
    'TikTok does not offer this audience for your account. Choose another.',
  ],
  ['PLATFORM_NOT_CONNECTED', { platforms: ['tiktok', 'youtube'] }, 'None of these platforms is connected.'],
  [
    'PLATFORM_NOT_CONNECTED',
    { platform: 'tiktok', problem: 'ACCESS_EXPIRED' },
    'Our access to TikTok has expired. Press Reconnect. Waiting posts go out after that.',
  ],
])('a request refused with %s %j is not answered like a post that failed', (code, data, text) => {
  const cause = readCause(code, data);
  expect(textFor(cause, english)).toBe(text);
  // As it arrives from another service.
  expect(readCause(cause.code, JSON.parse(JSON.stringify(cause.data)))).toEqual(cause);
});

test('the code of a CauseError is its cause’s, unless callers know another', () => {
  const cause = postCause('TOKEN_REJECTED', 'tiktok');
  expect(new CauseError('UNAVAILABLE', cause)).toMatchObject({ code: 'TOKEN_REJECTED', shownCause: cause });
  const error = new CauseError('UNAVAILABLE', cause, { code: 'RECONNECT_NEEDED', retryAfterSeconds: 5 });
  expect(error).toMatchObject({ code: 'RECONNECT_NEEDED', shownCause: cause, retryAfterSeconds: 5 });
});

describe('a second language', () => {
  const german: Language = {
    ...en,
    locale: 'de-DE',
    causes: {
      ...en.causes,
      BUDGET_SPENT: { message: '{platform} nimmt heute nichts mehr an.', fix: 'Nichts zu tun.' },
    },
    forms: {
      ...en.forms,
      FULL_FOR_REELWRIGHT: { message: '{platform} nimmt {fullDay} nichts mehr an: {newDay} um {time}.', fix: '' },
      LATE_FOR_US: { message: 'Es ging {delay} zu spät hinaus.', fix: '' },
    },
    phrases: { ...en.phrases, onDay: 'am {date}' },
  };

  it('is the reader’s who prefers it', () => {
    const from = { en, de: german };
    expect(languageFor('de-AT, en;q=0.9', from)).toBe(german);
    for (const accepted of [undefined, '', 'fr', 'en-GB, de;q=0.5']) expect(languageFor(accepted, from)).toBe(en);
    expect(languageFor('de')).toBe(en);
  });

  it('is one more table, with its own dates and numbers', () => {
    const reader = { language: german, timeZone: 'Europe/Rome' };
    expect(textFor(postCause('BUDGET_SPENT', 'youtube'), reader)).toBe(
      'YouTube nimmt heute nichts mehr an. Nichts zu tun.',
    );
    const moved = {
      platform: 'youtube',
      movedFrom: at('2026-11-21T08:00:00Z'),
      goesOutAt: at('2026-11-22T08:00:00Z'),
    } as const;
    expect(textFor({ code: 'BUDGET_SPENT', data: moved }, reader)).toBe(
      'YouTube nimmt am 21. November nichts mehr an: am 22. November um 09:00.',
    );
    const late = {
      platform: 'tiktok',
      dueAt: at('2026-11-22T08:00:00Z'),
      postedAt: at('2026-11-22T10:01:00Z'),
    } as const;
    expect(textFor({ code: 'POSTED_LATE', data: late }, reader)).toBe('Es ging 2 Stunden und 1 Minute zu spät hinaus.');
  });

  it('does not compile while a text is missing, or with a name that has no data', () => {
    const twoLines = { NOT_CONNECTED: { message: 'Kein {platform}-Konto ist verbunden.', fix: 'Verbinde eines.' } };
    // @ts-expect-error RECONNECT_NEEDED and all others are missing
    expect(language({ ...german, causes: twoLines })).toBeDefined();
    const misspelt = { message: 'Kein {plattform}-Konto ist verbunden.', fix: 'Verbinde eines.' } as const;
    // @ts-expect-error {plattform} has no data here
    expect(language({ ...en, causes: { ...en.causes, NOT_CONNECTED: misspelt } })).toBeDefined();
  });
});

test('a code needs the data that its text names', () => {
  // @ts-expect-error the platform is missing
  const cause: Cause = { code: 'BLOCKED', data: {} };
  expect(cause.code).toBe('BLOCKED');
  expect(postCauses.map((code) => postCause(code, 'tiktok').data)).toHaveLength(postCauses.length);
});
