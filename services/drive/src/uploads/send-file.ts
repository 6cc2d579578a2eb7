import { AppError } from '@reelwright/errors';
import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { DriveFailure } from '../google/drive-failure.ts';
import type { DriveFile, GoogleDrive } from '../google/google-drive.ts';
import { askProgress, sendChunk } from '../google/resumable-upload.ts';
import { fileNameOf } from './file-name.ts';
import { recordFile, recordPlace, recordSent, recordSession, type Upload } from './upload.repository.ts';

/** The points at which tests let the process die: Google has done what is not kept yet. */
export type UploadCheckpoint = 'session-opened' | 'upload-finished' | 'file-kept';

export interface SendFileDeps {
  readonly db: Kysely<DriveDatabase>;
  readonly drive: GoogleDrive;
  readonly store: ObjectStore;
  /** How much one request carries; a multiple of 256 KiB. */
  readonly chunkBytes: number;
  /** Does nothing, except in tests. */
  readonly checkpoint: (name: UploadCheckpoint) => Promise<void>;
}

const MOST_SESSIONS = 3;

/**
 * Brings the bytes into the folder: id reserved → session opened → chunks → file, each kept before the next. Taken up
 * after a crash it asks the session how far it is, and a file that is there under the reserved id is the file.
 */
export async function sendFile(
  deps: SendFileDeps,
  upload: Upload,
  folderId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, drive, store, checkpoint } = deps;
  const total = await store.size(upload.media_key);
  let fileId = upload.folder_id === folderId ? upload.file_id : null;
  let session = fileId === null ? null : upload.session_uri;
  if (fileId !== null && upload.web_view_link !== null) return;
  if (!total) throw new AppError('NOT_FOUND', 'NO_SUCH_OBJECT', 'The video file is not there any more.');

  for (let sessions = 0; sessions < MOST_SESSIONS; sessions++) {
    if (fileId === null) {
      fileId = await drive.reserveId(signal);
      await recordPlace(db, upload, { folderId, fileId });
    }
    let file: DriveFile | undefined;
    const resumed = session !== null;
    if (session === null) {
      const name = await nameOf(db, upload);
      const opened = await drive.openUpload(
        { id: fileId, name, folderId, userId: upload.user_id, bytes: total },
        signal,
      );
      if (opened !== 'exists') {
        session = opened;
        await checkpoint('session-opened');
        await recordSession(db, upload, session);
      }
    }
    if (session !== null) file = await sendChunks(deps, upload, { session, total, resumed }, signal);
    // Sessions end with their file, so a lost one may have been finished.
    file ??= await drive.find(fileId, signal);
    if (file && !file.trashed && file.parents.includes(folderId)) {
      await checkpoint('upload-finished');
      await recordFile(db, upload, file.webViewLink);
      await checkpoint('file-kept');
      return;
    }
    // A file that was moved or trashed keeps its id; the next one needs its own.
    if (file) fileId = null;
    session = null;
    if (fileId !== null) await recordSession(db, upload, null);
  }
  throw new DriveFailure('DRIVE_UNAVAILABLE', 'upload sessions are lost as fast as they are opened');
}

/** Undefined: the session is lost. */
async function sendChunks(
  { db, store, chunkBytes }: SendFileDeps,
  upload: Upload,
  { session, total, resumed }: { session: string; total: number; resumed: boolean },
  signal: AbortSignal,
): Promise<DriveFile | undefined> {
  let progress = resumed ? await askProgress(session, total, signal) : ({ state: 'open', stored: 0 } as const);
  while (progress.state === 'open') {
    const offset = progress.stored;
    const length = Math.min(chunkBytes, total - offset);
    const source = await store.get(upload.media_key, { start: offset, end: offset + length - 1 });
    const next = await sendChunk(session, { offset, length, total, source }, signal);
    if (next.state === 'open') {
      if (next.stored <= offset) throw new DriveFailure('DRIVE_UNAVAILABLE', 'a chunk was not kept');
      await recordSent(db, upload, next.stored);
    }
    progress = next;
  }
  return progress.state === 'done' ? progress.file : undefined;
}

async function nameOf(db: Kysely<DriveDatabase>, upload: Upload): Promise<string> {
  const video = await db
    .selectFrom('drive_videos')
    .selectAll()
    .where('video_id', '=', upload.video_id)
    .executeTakeFirst();
  return fileNameOf(video, upload.generated_at);
}
