import { type Platform, platformNames } from '@reelwright/product';
import type { Cause, PlanFeature, UnknownCause } from './cause.ts';
import { fill, filled, type Names, type Words } from './fill.ts';
import type { Form, Language } from './language.ts';
import type { Reader } from './reader.ts';

const DAY_MS = 86_400_000;

export function wordsFor(cause: Cause | UnknownCause, reader: Reader): Words {
  const { language: words } = reader;
  if (cause.code === 'UNKNOWN') return filled(words.unknown, {});
  if (cause.code === 'EARLIER_VIDEO_KEPT') {
    const { message, fix } = filled(words.causes[cause.code], {});
    const { failure } = cause.data;
    return { message: failure ? `${message} ${filled(words.causes[failure], {}).message}` : message, fix };
  }
  if (cause.code === 'PLATFORM_NOT_CONNECTED' && 'problem' in cause.data && cause.data.problem) {
    return filled(words.causes[cause.data.problem], { platform: platformNames[cause.data.platform] });
  }
  const special = formOf(cause, words, reader);
  if (special) return filled(words.forms[special.form], special.names);
  const platform = 'platform' in cause.data ? cause.data.platform : undefined;
  const names = platform ? { platform: platformNames[platform] } : {};
  const plain = filled(words.causes[cause.code], names);
  return 'gaveUp' in cause.data && cause.data.gaveUp ? { ...plain, fix: words.phrases.gaveUp } : plain;
}

/** What happened and what to do, in one text for answers that have one field. */
export function textFor(cause: Cause | UnknownCause, reader: Reader): string {
  const { message, fix } = wordsFor(cause, reader);
  return `${message} ${fix}`.trim();
}

/** The sentence about a post that is posted or still processed. */
export const progressText = (state: 'posted' | 'processing', platform: Platform, { language }: Reader): string =>
  fill(language.phrases[state], { platform: platformNames[platform] });

function formOf({ code, data }: Cause, words: Language, reader: Reader): { form: Form; names: Names } | undefined {
  if ('movedFrom' in data) {
    const names = {
      platform: platformNames[data.platform],
      fullDay: dayOf(data.movedFrom, words, reader),
      newDay: dayOf(data.goesOutAt, words, reader),
      time: timeOf(data.goesOutAt, words, reader),
    };
    if (data.perDay) return { form: 'FULL_BY_COUNT', names: { ...names, perDay: data.perDay } };
    return { form: code === 'DAILY_LIMIT' ? 'FULL_FOR_ACCOUNT' : 'FULL_FOR_REELWRIGHT', names };
  }
  if ('dueAt' in data) {
    const delay = delayOf(data.postedAt.getTime() - data.dueAt.getTime(), words);
    const { heldBy } = data;
    if (heldBy === 'VIDEO_NOT_READY') return { form: 'LATE_FOR_VIDEO', names: { delay } };
    // A delay on our side does not blame the platform.
    if (heldBy === undefined || heldBy === 'CALENDAR_UNREACHABLE') return { form: 'LATE_FOR_US', names: { delay } };
    const { message } = filled(words.causes[heldBy], { platform: platformNames[data.platform] });
    return { form: 'LATE_FOR_CAUSE', names: { delay, message } };
  }
  if ('feature' in data) return { form: FEATURE_FORMS[data.feature], names: {} };
  if ('platforms' in data) return { form: 'NONE_CONNECTED', names: {} };
  if (!('refused' in data)) return undefined;
  const names = { platform: platformNames[data.platform] };
  return { form: code === 'PLATFORM_OFF' ? 'NOT_AVAILABLE_YET' : 'AUDIENCE_NOT_OFFERED', names };
}

const FEATURE_FORMS = {
  posting: 'POSTING_NEEDS_PLAN',
  calendar: 'CALENDAR_NEEDS_PLAN',
  entry_settings: 'SETTINGS_NEED_PLAN',
  views: 'VIEWS_NEED_PLAN',
  analytics: 'ANALYTICS_NEED_PLAN',
  branding: 'BRANDING_NEEDS_PLAN',
} as const satisfies Record<PlanFeature, Form>;

function dayOf(at: Date, { locale, phrases }: Language, { timeZone, now }: Reader): string {
  const isDayOf = (other: Date) => {
    const day = new Intl.DateTimeFormat(locale, { timeZone: timeZone || 'UTC', dateStyle: 'short' });
    return day.format(at) === day.format(other);
  };
  if (now && isDayOf(now)) return phrases.today;
  if (now && isDayOf(new Date(now.getTime() + DAY_MS))) return phrases.tomorrow;
  const date = new Intl.DateTimeFormat(locale, { timeZone: timeZone || 'UTC', day: 'numeric', month: 'long' }).format(
    at,
  );
  return fill(phrases.onDay, { date });
}

function timeOf(at: Date, { locale, phrases }: Language, { timeZone }: Reader): string {
  const form = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = new Intl.DateTimeFormat(locale, { timeZone: timeZone || 'UTC', ...form }).format(at);
  return timeZone ? time : fill(phrases.timeInUtc, { time });
}

/** Minutes up to two hours, then hours and minutes. */
function delayOf(ms: number, { locale }: Language): string {
  const minutes = Math.round(ms / 60_000);
  const count = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  if (minutes < 120) return count(minutes, 'minute');
  const rest = minutes % 60;
  const parts = [count(Math.floor(minutes / 60), 'hour'), ...(rest === 0 ? [] : [count(rest, 'minute')])];
  return new Intl.ListFormat(locale).format(parts);
}
