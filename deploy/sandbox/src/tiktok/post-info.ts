import { type Account, privacyOptions } from './accounts.ts';
import { invalidParam, tiktokError } from './errors.ts';
import type { Publication } from './publications.ts';

const switches = [
  'disable_comment',
  'disable_duet',
  'disable_stitch',
  'brand_content_toggle',
  'brand_organic_toggle',
  'is_aigc',
];
const levels = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'];

export function checkFields(given: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalidParam(`Unknown parameter: ${unknown.join(', ')}.`);
}

/** Reads and checks `post_info`. @throws `invalid_param` and `privacy_level_option_mismatch` */
export function postOf(info: unknown, account: Account): Pick<Publication, 'title' | 'privacyLevel' | 'isAigc'> {
  if (info === null || typeof info !== 'object') throw invalidParam('post_info is missing.');
  const given = info as Record<string, unknown>;
  checkFields(given, ['title', 'privacy_level', 'video_cover_timestamp_ms', ...switches]);
  const { title = '', privacy_level: privacyLevel, video_cover_timestamp_ms: cover = 0 } = given;
  if (typeof title !== 'string' || title.length > 2200)
    throw invalidParam('title must be a text of at most 2200 UTF-16 units.');
  if (typeof cover !== 'number' || !Number.isSafeInteger(cover) || cover < 0)
    throw invalidParam('video_cover_timestamp_ms must be a whole number from 0 on.');
  for (const name of switches) {
    if (given[name] !== undefined && typeof given[name] !== 'boolean')
      throw invalidParam(`${name} must be true or false.`);
  }
  if (typeof privacyLevel !== 'string' || !levels.includes(privacyLevel))
    throw invalidParam('privacy_level is missing or not known.');
  if (!privacyOptions(account).includes(privacyLevel)) {
    throw tiktokError(403, 'privacy_level_option_mismatch', 'privacy_level is not one of the options in creator_info.');
  }
  if (given.brand_content_toggle === true && privacyLevel === 'SELF_ONLY')
    throw invalidParam('Branded content can’t be posted with SELF_ONLY.');
  return { title, privacyLevel, isAigc: given.is_aigc === true };
}
