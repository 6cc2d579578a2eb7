import { memberOf } from './closed-set.ts';

/** The kinds of data that the receipt of a deleted account counts. */
export const erasedKinds = [
  // auth
  'profile',
  'profile_photo',
  'session',
  'api_key',
  // billing
  'plan',
  'stripe_customer',
  'checkout_or_change',
  'payment_kept_without_name',
  // scheduling
  'calendar_entry',
  'configuration',
  'regeneration',
  'usage_record',
  // generation
  'video_file',
  'video_request',
  'branding',
  // drive
  'drive_folder',
  'drive_video',
  'upload_record',
  'own_drive_access',
  'video_left_in_own_drive',
  // publishing
  'connection',
  'post',
  'video_to_post',
  // analytics
  'user_record',
  'page_view_kept_without_name',
  'counted_payment_or_video_kept_without_name',
  // external-api
  'uploaded_video',
  'api_post',
  'idempotency_key',
  // A kind that auth does not know
  'other_record',
] as const;
export type ErasedKind = (typeof erasedKinds)[number];

/** How much of one kind was erased, or kept without a name. */
export interface ErasedItem {
  readonly kind: ErasedKind;
  readonly count: number;
}

export const isErasedKind = memberOf(erasedKinds);
