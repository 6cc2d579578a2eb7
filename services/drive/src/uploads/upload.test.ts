import { describe, expect, test } from '@jest/globals';
import type { UploadState } from '../database.ts';
import { appliesTo, firstState, transition, type Upload, type UploadEvent } from './upload.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const before = at(-60);
const leasedUntil = at(30);

const waiting: Upload = {
  id: 'u',
  video_id: 'v',
  variation: 1,
  user_id: '7',
  grant_id: 'grant',
  state: 'waiting',
  media_key: 'videos/v/1.mp4',
  generated_at: before,
  folder_id: 'folder',
  file_id: 'file',
  session_uri: 'session',
  sent_bytes: 5,
  web_view_link: null,
  delivered_at: null,
  code: null,
  attempts: 0,
  next_attempt_at: before,
  lease_token: 3,
  leased_until: leasedUntil,
  traceparent: null,
};
const stored: Partial<Upload> = { web_view_link: 'link' };
const unsent: Partial<Upload> = { session_uri: null, sent_bytes: 0 };
const delivery = {
  grantId: 'other grant',
  folderId: 'other folder',
  fileId: 'other file',
  link: 'other link',
  at: now,
};

/** The columns that `transition` changes, and its effects. */
function after(from: Partial<Upload>, event: UploadEvent) {
  const upload = { ...waiting, ...from };
  const result = transition(upload, event, now);
  if (!result) return undefined;
  const { upload: next, ...effects } = result;
  const changed = Object.entries(next).filter(([name, value]) => value !== upload[name as keyof Upload]);
  return [Object.fromEntries(changed), effects];
}

describe('an upload', () => {
  test.each<[string, Partial<Upload>, UploadEvent, Partial<Upload>]>([
    [
      'with another file begins at its first byte',
      stored,
      { type: 'file_reserved', folderId: 'f2', fileId: 'i2' },
      { folder_id: 'f2', file_id: 'i2', session_uri: null, sent_bytes: 0, web_view_link: null },
    ],
    [
      'with a new session begins at its first byte',
      {},
      { type: 'session_opened', session: 's2' },
      { session_uri: 's2', sent_bytes: 0 },
    ],
    [
      'without its session begins at its first byte',
      {},
      { type: 'session_lost' },
      { session_uri: null, sent_bytes: 0 },
    ],
    ['continues after the bytes Google has', {}, { type: 'bytes_sent', bytes: 9 }, { sent_bytes: 9 }],
    ['has a link once all bytes are stored', {}, { type: 'file_stored', link: 'link' }, { web_view_link: 'link' }],
    [
      'ends at once when it is cancelled before anything was sent',
      { ...unsent, attempts: 4 },
      { type: 'cancelled' },
      { state: 'cancelled', next_attempt_at: now, attempts: 0 },
    ],
    [
      'goes to the trash when it is cancelled with a session open',
      {},
      { type: 'cancelled' },
      { state: 'trashing', next_attempt_at: now },
    ],
    [
      'goes to the trash when it is cancelled with its file stored',
      { ...unsent, ...stored },
      { type: 'cancelled' },
      { state: 'trashing', next_attempt_at: now },
    ],
    [
      'goes to the trash when a newer variation is delivered',
      { state: 'delivered', attempts: 2 },
      { type: 'replaced' },
      { state: 'trashing', next_attempt_at: now, attempts: 0 },
    ],
    [
      'that was cancelled waits again when its video is requested again',
      { state: 'cancelled' },
      { type: 'requested' },
      { state: 'waiting', next_attempt_at: now },
    ],
    ['ends in the trash', { state: 'trashing' }, { type: 'file_trashed' }, { state: 'trashed', leased_until: null }],
    [
      'is put into the trash again after five minutes',
      { state: 'trashing' },
      { type: 'trash_failed' },
      { next_attempt_at: at(300), leased_until: null },
    ],
    [
      'that Google did not share is retried at once with a new e-mail',
      { code: 'DRIVE_SHARING_REFUSED', next_attempt_at: at(3_600) },
      { type: 'email_changed' },
      { next_attempt_at: now },
    ],
    [
      'that waits for another cause is not changed by a new e-mail',
      { code: 'DRIVE_FULL', leased_until: null },
      { type: 'email_changed' },
      {},
    ],
    [
      'without bytes in the own Drive starts again in the other one when the grant ends, and its worker loses the lease',
      { ...unsent, code: 'OWN_DRIVE_FULL', attempts: 2, next_attempt_at: at(3_600) },
      { type: 'grant_ended', grantId: 'grant', to: null },
      {
        grant_id: null,
        folder_id: null,
        file_id: null,
        code: null,
        attempts: 0,
        next_attempt_at: now,
        leased_until: null,
      },
    ],
    [
      'with bytes in the own Drive is looked at first, by its worker',
      {},
      { type: 'grant_ended', grantId: 'grant', to: null },
      { next_attempt_at: now },
    ],
    [
      'whose file is stored there is looked at first too',
      { ...stored, ...unsent },
      { type: 'grant_ended', grantId: 'grant', to: null },
      { next_attempt_at: now },
    ],
    [
      'of another grant, or of the operator’s Drive, is not changed',
      unsent,
      { type: 'grant_ended', grantId: 'other', to: null },
      {},
    ],
    [
      'that was looked at and has no file there starts again in the Drive of the next grant',
      {},
      { type: 'moved', to: 'next' },
      {
        grant_id: 'next',
        folder_id: null,
        file_id: null,
        session_uri: null,
        sent_bytes: 0,
        next_attempt_at: now,
        leased_until: null,
      },
    ],
    [
      'that waits for its owner is tried at once after a new consent, where it is',
      { code: 'OWN_DRIVE_ACCESS_LOST', next_attempt_at: at(3_600) },
      { type: 'grant_renewed', grantId: 'grant' },
      { next_attempt_at: now },
    ],
    ['of another grant does not follow a new consent', {}, { type: 'grant_renewed', grantId: 'other' }, {}],
    [
      'whose file is out of reach in an own Drive is done with it',
      { state: 'trashing' },
      { type: 'file_out_of_reach' },
      { state: 'trashed', leased_until: null },
    ],
    ['ends with its user', {}, { type: 'user_deleted' }, { state: 'cancelled' }],
    ['in the trash ends with its user', { state: 'trashing' }, { type: 'user_deleted' }, { state: 'cancelled' }],
    [
      'that a restored database has lost becomes delivered',
      { state: 'failed', code: 'MEDIA_MISSING' },
      { type: 'recalled', delivery },
      {
        state: 'delivered',
        grant_id: 'other grant',
        folder_id: 'other folder',
        file_id: 'other file',
        web_view_link: 'other link',
        delivered_at: now,
        code: null,
        session_uri: null,
        leased_until: null,
      },
    ],
  ])('%s', (_, from, event, columns) => {
    expect(after(from, event)).toEqual([columns, {}]);
  });

  test('that is delivered is published, and earlier variations go to the trash', () => {
    expect(
      after({ ...stored, code: 'DRIVE_FULL', attempts: 2 }, { type: 'delivered', folderUrl: 'url', at: now }),
    ).toEqual([
      { state: 'delivered', delivered_at: now, code: null, leased_until: null },
      { publish: { type: 'delivered', folderUrl: 'url' }, replacesEarlier: true },
    ]);
  });

  test('whose video file is missing fails', () => {
    expect(after({}, { type: 'media_missing' })).toEqual([
      { state: 'failed', code: 'MEDIA_MISSING', attempts: 1, leased_until: null },
      { publish: { type: 'failed', code: 'MEDIA_MISSING' } },
    ]);
  });
});

describe('a failed attempt', () => {
  const free = { leased_until: null };
  test.each<[string, Partial<Upload>, UploadEvent, Partial<Upload>, number | undefined]>([
    [
      'is published the second time that Drive is unavailable',
      { code: 'DRIVE_UNAVAILABLE', attempts: 1 },
      { type: 'attempt_failed', dueAt: before, code: 'DRIVE_UNAVAILABLE' },
      { attempts: 2, next_attempt_at: at(10), ...free },
      10,
    ],
    [
      'is retried when Google allows it',
      { code: 'DRIVE_UNAVAILABLE', attempts: 1 },
      { type: 'attempt_failed', dueAt: before, code: 'DRIVE_UNAVAILABLE', retryAfterSeconds: 900 },
      { attempts: 2, next_attempt_at: at(900), ...free },
      900,
    ],
    [
      'is counted from one again after another cause',
      { code: 'DRIVE_UNAVAILABLE', attempts: 9 },
      { type: 'attempt_failed', dueAt: before, code: 'DRIVE_ACCESS_LOST' },
      { code: 'DRIVE_ACCESS_LOST', attempts: 1, next_attempt_at: at(300), ...free },
      300,
    ],
    [
      'drops the session when Drive is full',
      {},
      { type: 'attempt_failed', dueAt: before, code: 'DRIVE_FULL' },
      {
        code: 'DRIVE_FULL',
        attempts: 1,
        next_attempt_at: at(3_600),
        session_uri: null,
        sent_bytes: 0,
        ...free,
      },
      3_600,
    ],
  ])('%s', (_, from, event, columns, retrySeconds) => {
    const { code } = { ...waiting, ...from, ...columns };
    expect(after(from, event)).toEqual([columns, { publish: { type: 'failed', code, retrySeconds } }]);
  });

  test('is not published the first time that Drive is unavailable', () => {
    expect(after({}, { type: 'attempt_failed', dueAt: before, code: 'DRIVE_UNAVAILABLE' })).toEqual([
      { code: 'DRIVE_UNAVAILABLE', attempts: 1, next_attempt_at: at(5), ...free },
      {},
    ]);
  });
});

test('starts as cancelled when its video was cancelled, else as waiting', () => {
  expect([undefined, { cancelled: false }, { cancelled: true }].map(firstState)).toEqual([
    'waiting',
    'waiting',
    'cancelled',
  ]);
});

const states: readonly UploadState[] = ['waiting', 'delivered', 'failed', 'cancelled', 'trashing', 'trashed'];
const everyEvent: { readonly [Type in UploadEvent['type']]: Extract<UploadEvent, { type: Type }> } = {
  file_reserved: { type: 'file_reserved', folderId: 'f2', fileId: 'i2' },
  session_opened: { type: 'session_opened', session: 's2' },
  session_lost: { type: 'session_lost' },
  bytes_sent: { type: 'bytes_sent', bytes: 9 },
  file_stored: { type: 'file_stored', link: 'link' },
  delivered: { type: 'delivered', folderUrl: 'url', at: now },
  attempt_failed: { type: 'attempt_failed', dueAt: before, code: 'DRIVE_FULL' },
  media_missing: { type: 'media_missing' },
  cancelled: { type: 'cancelled' },
  requested: { type: 'requested' },
  replaced: { type: 'replaced' },
  file_trashed: { type: 'file_trashed' },
  trash_failed: { type: 'trash_failed' },
  file_out_of_reach: { type: 'file_out_of_reach' },
  email_changed: { type: 'email_changed' },
  grant_ended: { type: 'grant_ended', grantId: 'grant', to: null },
  moved: { type: 'moved', to: null },
  grant_renewed: { type: 'grant_renewed', grantId: 'grant' },
  user_deleted: { type: 'user_deleted' },
  recalled: { type: 'recalled', delivery },
};

test.each(Object.values(everyEvent))('$type applies in its states only, and changes no ids', (event) => {
  for (const state of states) {
    const result = transition({ ...waiting, state }, event, now);
    expect(result !== undefined).toBe((appliesTo[event.type] as readonly UploadState[]).includes(state));
    if (!result) continue;
    const { id, video_id, variation, user_id, media_key, generated_at, lease_token } = result.upload;
    expect(waiting).toMatchObject({ id, video_id, variation, user_id, media_key, generated_at, lease_token });
  }
});

test.each(['delivered', 'failed', 'cancelled', 'trashed'] as const)(
  'an upload that is %s is no longer published',
  (state) => {
    for (const event of Object.values(everyEvent))
      expect(transition({ ...waiting, state }, event, now)?.publish).toBeUndefined();
  },
);

describe('an attempt that fails after something has changed', () => {
  const refused = (code: 'OWN_DRIVE_ACCESS_LOST' | 'DRIVE_SHARING_REFUSED' | 'OWN_DRIVE_FULL'): UploadEvent => ({
    type: 'attempt_failed',
    dueAt: before,
    code,
  });
  test.each<[string, UploadEvent, UploadEvent]>([
    ['its consent was given again', everyEvent.grant_renewed, refused('OWN_DRIVE_ACCESS_LOST')],
    ['its user has another address', everyEvent.email_changed, refused('DRIVE_SHARING_REFUSED')],
    ['its Drive is no longer used', everyEvent.grant_ended, refused('OWN_DRIVE_FULL')],
  ])('is followed by the next one at once, and not published: %s', (_, change, failure) => {
    const changed = transition(waiting, change, now)?.upload;
    expect(after(changed ?? {}, failure)).toEqual([{ leased_until: null }, {}]);
    expect(changed?.next_attempt_at).toEqual(now);
  });
});
