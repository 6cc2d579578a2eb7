import type { DeliveryCause } from '@reelwright/product';
import type { Selectable } from 'kysely';
import type { DriveDatabase, UploadState } from '../database.ts';
import { type DriveFailureCode, retryDelaySeconds } from '../google/drive-failure.ts';

/** The upload of one variation of a video to its user's folder. */
export type Upload = Selectable<DriveDatabase['drive_uploads']>;

/** An event of an upload. */
export type UploadEvent =
  /** The id of its file is reserved in a folder; bytes sent for another file no longer count. */
  | { readonly type: 'file_reserved'; readonly folderId: string; readonly fileId: string }
  | { readonly type: 'session_opened'; readonly session: string }
  | { readonly type: 'session_lost' }
  /** Google has stored this many bytes. */
  | { readonly type: 'bytes_sent'; readonly bytes: number }
  /** Google has stored all bytes. */
  | { readonly type: 'file_stored'; readonly link: string }
  /** The file is in a folder that its user can read. `at`: product time. */
  | { readonly type: 'delivered'; readonly folderUrl: string; readonly at: Date }
  | {
      readonly type: 'attempt_failed';
      readonly code: DriveFailureCode;
      /** When the attempt was due. A later time in the row means that something changed during the attempt. */
      readonly dueAt: Date;
      readonly retryAfterSeconds?: number | undefined;
    }
  | { readonly type: 'media_missing' }
  /** Its video was cancelled, or a newer variation was made. */
  | { readonly type: 'cancelled' }
  /** Its cancelled video was requested again. */
  | { readonly type: 'requested' }
  /** A newer variation was delivered. */
  | { readonly type: 'replaced' }
  | { readonly type: 'file_trashed' }
  | { readonly type: 'trash_failed' }
  /** Its file is in an own Drive that we may no longer use; it stays there. */
  | { readonly type: 'file_out_of_reach' }
  | { readonly type: 'email_changed' }
  /** The user ended a grant; `to`: the grant that replaces it, or null for the operator's Drive. */
  | { readonly type: 'grant_ended'; readonly grantId: string; readonly to: string | null }
  /** Its grant has ended, and none of its file is in that Drive. */
  | { readonly type: 'moved'; readonly to: string | null }
  /** The user gave the consent of its grant again. */
  | { readonly type: 'grant_renewed'; readonly grantId: string }
  | { readonly type: 'user_deleted' }
  /** A restored database has lost that it was delivered. */
  | { readonly type: 'recalled'; readonly delivery: Delivery };

export interface Delivery {
  readonly grantId: string | null;
  readonly folderId: string;
  readonly fileId: string;
  readonly link: string;
  readonly at: Date;
}

/** An event to publish about an upload. */
export type OutgoingEvent =
  | { readonly type: 'delivered'; readonly folderUrl: string }
  /** `retrySeconds` until the next attempt; undefined when it is not retried. */
  | { readonly type: 'failed'; readonly code: DeliveryCause; readonly retrySeconds?: number };

interface Transition {
  readonly upload: Upload;
  readonly publish?: OutgoingEvent;
  /** Files of earlier variations go to the trash. */
  readonly replacesEarlier?: boolean;
}

/** The states in which an event applies; in other states it changes nothing. */
export const appliesTo = {
  file_reserved: ['waiting'],
  session_opened: ['waiting'],
  session_lost: ['waiting'],
  bytes_sent: ['waiting'],
  file_stored: ['waiting'],
  delivered: ['waiting'],
  attempt_failed: ['waiting'],
  media_missing: ['waiting'],
  cancelled: ['waiting'],
  requested: ['cancelled'],
  replaced: ['delivered'],
  file_trashed: ['trashing'],
  trash_failed: ['trashing'],
  file_out_of_reach: ['trashing'],
  email_changed: ['waiting'],
  grant_ended: ['waiting'],
  moved: ['waiting'],
  grant_renewed: ['waiting'],
  user_deleted: ['waiting', 'trashing'],
  recalled: ['waiting', 'failed'],
} as const satisfies Readonly<Record<UploadEvent['type'], readonly UploadState[]>>;

const TRASH_RETRY_SECONDS = 300;

/**
 * The first state of a finished video's upload. It is also inserted for a cancelled video, because the request that
 * renews the video comes on another topic and may arrive later.
 */
export const firstState = (video: { readonly cancelled: boolean } | undefined): UploadState =>
  video?.cancelled ? 'cancelled' : 'waiting';

/**
 * The upload after an event. Only this function chooses its state. Pure. Undefined when the event does not apply in
 * this state.
 *
 * @param now real time, because waits between attempts are in real time
 */
export function transition(upload: Upload, event: UploadEvent, now: Date): Transition | undefined {
  if (!(appliesTo[event.type] as readonly UploadState[]).includes(upload.state)) return undefined;
  switch (event.type) {
    case 'file_reserved':
      return withColumns(upload, {
        folder_id: event.folderId,
        file_id: event.fileId,
        session_uri: null,
        sent_bytes: 0,
        web_view_link: null,
      });
    case 'session_opened':
      return withColumns(upload, { session_uri: event.session, sent_bytes: 0 });
    case 'session_lost':
      return withColumns(upload, { session_uri: null, sent_bytes: 0 });
    case 'bytes_sent':
      return withColumns(upload, { sent_bytes: event.bytes });
    case 'file_stored':
      return withColumns(upload, { web_view_link: event.link });
    case 'delivered':
      return {
        ...withColumns(upload, { state: 'delivered', delivered_at: event.at, code: null, leased_until: null }),
        publish: { type: 'delivered', folderUrl: event.folderUrl },
        replacesEarlier: true,
      };
    case 'attempt_failed':
      return afterFailedAttempt(upload, event, now);
    case 'media_missing':
      return {
        ...withColumns(upload, { state: 'failed', code: 'MEDIA_MISSING', attempts: 1, leased_until: null }),
        publish: { type: 'failed', code: 'MEDIA_MISSING' },
      };
    case 'cancelled': {
      const state = hasBytes(upload) ? 'trashing' : 'cancelled';
      return withColumns(upload, { state, next_attempt_at: now, attempts: 0 });
    }
    case 'requested':
      return withColumns(upload, { state: 'waiting', next_attempt_at: now });
    case 'replaced':
      return withColumns(upload, { state: 'trashing', next_attempt_at: now, attempts: 0 });
    case 'file_trashed':
    case 'file_out_of_reach':
      return withColumns(upload, { state: 'trashed', leased_until: null });
    case 'trash_failed':
      return withColumns(upload, { next_attempt_at: secondsAfter(now, TRASH_RETRY_SECONDS), leased_until: null });
    case 'email_changed':
      // Google may accept the new address. A running attempt may have shared its folder with the old one.
      return upload.code === 'DRIVE_SHARING_REFUSED' || upload.leased_until !== null
        ? withColumns(upload, { next_attempt_at: now })
        : { upload };
    case 'grant_ended':
      if (upload.grant_id !== event.grantId) return { upload };
      // A file with bytes may be complete at Google: its worker looks first, so that it is never in both Drives.
      return hasBytes(upload) ? withColumns(upload, { next_attempt_at: now }) : movedTo(event.to, upload, now);
    case 'moved':
      return movedTo(event.to, upload, now);
    case 'grant_renewed':
      return upload.grant_id === event.grantId ? withColumns(upload, { next_attempt_at: now }) : { upload };
    case 'user_deleted':
      return withColumns(upload, { state: 'cancelled' });
    case 'recalled': {
      const { grantId, folderId, fileId, link, at } = event.delivery;
      return withColumns(upload, {
        state: 'delivered',
        grant_id: grantId,
        folder_id: folderId,
        file_id: fileId,
        web_view_link: link,
        delivered_at: at,
        code: null,
        leased_until: null,
        session_uri: null,
      });
    }
  }
}

function afterFailedAttempt(
  upload: Upload,
  { code, dueAt, retryAfterSeconds }: Extract<UploadEvent, { type: 'attempt_failed' }>,
  now: Date,
): Transition {
  // Something has changed during the attempt, so its failure may no longer apply: the next one follows at once.
  if (upload.next_attempt_at > dueAt) return withColumns(upload, { leased_until: null });
  const failures = upload.code === code ? upload.attempts + 1 : 1;
  const retrySeconds = retryDelaySeconds(code, failures, retryAfterSeconds);
  const failed = withColumns(upload, {
    code,
    attempts: failures,
    next_attempt_at: secondsAfter(now, retrySeconds),
    leased_until: null,
    // The session's reserved space is lost.
    ...((code === 'DRIVE_FULL' || code === 'OWN_DRIVE_FULL') && { session_uri: null, sent_bytes: 0 }),
  });
  // A single unavailability is not published, because it usually ends before anyone can act.
  return code === 'DRIVE_UNAVAILABLE' && failures === 1
    ? failed
    : { ...failed, publish: { type: 'failed', code, retrySeconds } };
}

/** Whether some or all of its file may be at Google. */
export const hasBytes = (upload: Pick<Upload, 'session_uri' | 'web_view_link'>): boolean =>
  upload.session_uri !== null || upload.web_view_link !== null;

/** Starts again in another Drive. A worker that runs it loses its lease before it sends a byte. */
const movedTo = (grantId: string | null, upload: Upload, now: Date): Transition =>
  withColumns(upload, {
    grant_id: grantId,
    folder_id: null,
    file_id: null,
    session_uri: null,
    sent_bytes: 0,
    web_view_link: null,
    code: null,
    attempts: 0,
    next_attempt_at: now,
    leased_until: null,
  });

const withColumns = (upload: Upload, columns: Partial<Upload>): Transition => ({ upload: { ...upload, ...columns } });

const secondsAfter = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
