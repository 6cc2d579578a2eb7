import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import type { Streams } from '@reelwright/metrics';
import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { DriveFailure } from '../google/drive-failure.ts';
import type { DriveFile, GoogleDrive } from '../google/google-drive.ts';
import { fetchProgress, sendChunk } from '../google/resumable-upload.ts';
import { fileNameOf } from '../videos/file-name.ts';
import { findVideo } from '../videos/video.repository.ts';
import { changeUpload } from './upload.repository.ts';
import type { Upload, UploadEvent } from './upload.ts';

/** The points at which tests kill the process: Google has done a step that is not saved yet. */
export type UploadCheckpoint = 'session-opened' | 'upload-finished' | 'file-saved';

export interface SendFileDeps {
  readonly db: Kysely<DriveDatabase>;
  readonly drive: GoogleDrive;
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Each request is a stream. */
  readonly streams: Streams;
  /** The size of one request, a multiple of 256 KiB. */
  readonly chunkBytes: number;
  /** Does nothing, except in tests. */
  readonly checkpoint: (name: UploadCheckpoint) => Promise<void>;
}

const MAX_SESSIONS = 3;

/**
 * Uploads the file: id reserved → session opened → chunks → file, each saved before the next. After a crash it reads
 * how many bytes the session has; an existing file with the reserved id is the uploaded file.
 */
export async function sendFile(
  deps: SendFileDeps,
  upload: Upload,
  folderId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, drive, store, clock, checkpoint } = deps;
  const save = (event: UploadEvent) => changeUpload(db, upload, event, clock.now());
  const total = await store.size(upload.media_key);
  let fileId = upload.folder_id === folderId ? upload.file_id : null;
  let session = fileId === null ? null : upload.session_uri;
  if (fileId !== null && upload.web_view_link !== null) return;
  if (!total) throw new AppError('NOT_FOUND', 'NO_SUCH_OBJECT', 'The video file no longer exists.');

  for (let sessions = 0; sessions < MAX_SESSIONS; sessions++) {
    if (fileId === null) {
      fileId = await drive.reserveId(signal);
      await save({ type: 'file_reserved', folderId, fileId });
    }
    let file: DriveFile | undefined;
    const isResumed = session !== null;
    if (session === null) {
      const name = await nameOf(db, upload);
      const newSession = await drive.openUpload(
        { id: fileId, name, folderId, userId: upload.user_id, bytes: total },
        signal,
      );
      if (newSession !== 'exists') {
        session = newSession;
        await checkpoint('session-opened');
        await save({ type: 'session_opened', session });
      }
    }
    if (session !== null) file = await sendChunks(deps, { upload, session, total, isResumed }, save, signal);
    // A session ends when its file is complete, so a lost session may have been completed.
    file ??= await drive.find(fileId, signal);
    if (file && !file.trashed && file.parents.includes(folderId)) {
      await checkpoint('upload-finished');
      await save({ type: 'file_stored', link: file.webViewLink });
      await checkpoint('file-saved');
      return;
    }
    // A moved or trashed file keeps its id, so the next file needs a new one.
    if (file) fileId = null;
    session = null;
    if (fileId !== null) await save({ type: 'session_lost' });
  }
  throw new DriveFailure('DRIVE_UNAVAILABLE', 'each upload session was lost');
}

/** Undefined when the session is lost. */
async function sendChunks(
  { store, streams, chunkBytes }: SendFileDeps,
  { upload, session, total, isResumed }: { upload: Upload; session: string; total: number; isResumed: boolean },
  save: (event: UploadEvent) => Promise<void>,
  signal: AbortSignal,
): Promise<DriveFile | undefined> {
  let progress = isResumed ? await fetchProgress(session, total, signal) : ({ state: 'open', stored: 0 } as const);
  while (progress.state === 'open') {
    const offset = progress.stored;
    const length = Math.min(chunkBytes, total - offset);
    const content = await store.get(upload.media_key, { start: offset, end: offset + length - 1 });
    const source = streams.observe(content, length, {});
    const next = await sendChunk(session, { offset, length, total, source }, signal);
    if (next.state === 'open') {
      if (next.stored <= offset) throw new DriveFailure('DRIVE_UNAVAILABLE', 'a chunk was not stored');
      await save({ type: 'bytes_sent', bytes: next.stored });
    }
    progress = next;
  }
  return progress.state === 'done' ? progress.file : undefined;
}

async function nameOf(db: Kysely<DriveDatabase>, upload: Upload): Promise<string> {
  return fileNameOf(await findVideo(db, upload.video_id), upload.generated_at);
}
