import { answerOfCall, type DriveAnswer, isFine } from './drive-answer.ts';
import type { DriveClient } from './drive-client.ts';
import { DriveFailure, failureOf, isOfAccount } from './drive-failure.ts';

const FOLDER = 'application/vnd.google-apps.folder';
const FIELDS = 'id,trashed,parents,webViewLink';
/** The property that marks everything made for a user. Only this OAuth client sees it. */
const OWNER_KEY = 'userId';

export interface DriveFile {
  readonly id: string;
  readonly trashed: boolean;
  readonly parents: readonly string[];
  readonly webViewLink: string;
}

export interface NewFile {
  /** Reserved before. */
  readonly id: string;
  readonly name: string;
  readonly folderId: string;
  readonly userId: string;
  readonly bytes: number;
}

export interface GoogleDrive {
  /** An id for a new file or folder; a second creation with the same id makes no second one. */
  reserveId(signal: AbortSignal): Promise<string>;
  /** @returns 'exists' when a folder with this id was made before */
  createFolder(folder: { id: string; userId: string }, signal: AbortSignal): Promise<DriveFile | 'exists'>;
  /** Undefined when it was deleted or never made. */
  find(id: string, signal: AbortSignal): Promise<DriveFile | undefined>;
  /** Puts a file into the trash; does nothing if it is missing. */
  trash(id: string, signal: AbortSignal): Promise<void>;
  remove(id: string, signal: AbortSignal): Promise<void>;
  /** Ids of everything made for a user, including the trash. */
  listOf(userId: string, signal: AbortSignal): Promise<string[]>;
  /**
   * Shares a folder with an address for reading. @returns the permission's id @throws DriveFailure
   * DRIVE_SHARING_REFUSED
   */
  share(folderId: string, email: string, signal: AbortSignal): Promise<string>;
  unshare(folderId: string, permissionId: string, signal: AbortSignal): Promise<void>;
  /** Opens a resumable upload. @returns its session, or 'exists' when a file with this id exists */
  openUpload(file: NewFile, signal: AbortSignal): Promise<string | 'exists'>;
}

/** The calls of Drive v3 that the service makes. */
export function createGoogleDrive({ api, auth, root }: DriveClient): GoogleDrive {
  const { files, permissions } = api;

  return {
    async reserveId(signal) {
      const answer = await answerOfCall(signal, () => files.generateIds({ count: 1, space: 'drive' }, { signal }));
      const [id] = (requireOk(answer) as { ids?: string[] }).ids ?? [];
      if (!id) throw new DriveFailure('DRIVE_UNAVAILABLE', answer.body);
      return id;
    },
    async createFolder({ id, userId }, signal) {
      const requestBody = {
        id,
        name: 'Reelwright videos',
        mimeType: FOLDER,
        description: `Videos of user ${userId}`,
        appProperties: { [OWNER_KEY]: userId },
      };
      const answer = await answerOfCall(signal, () => files.create({ fields: FIELDS, requestBody }, { signal }));
      return answer.status === 409 ? 'exists' : fileOf(requireOk(answer));
    },
    async find(fileId, signal) {
      const answer = await answerOfCall(signal, () => files.get({ fileId, fields: FIELDS }, { signal }));
      return isGone(answer) ? undefined : fileOf(requireOk(answer));
    },
    async trash(fileId, signal) {
      const requestBody = { trashed: true };
      const answer = await answerOfCall(signal, () =>
        files.update({ fileId, requestBody, fields: FIELDS }, { signal }),
      );
      if (!isGone(answer)) fileOf(requireOk(answer));
    },
    async remove(fileId, signal) {
      requireDeleted(await answerOfCall(signal, () => files.delete({ fileId }, { signal })));
    },
    async listOf(userId, signal) {
      const value = userId.replaceAll(/[\\']/g, '\\$&');
      const query = {
        q: `appProperties has { key='${OWNER_KEY}' and value='${value}' }`,
        fields: 'nextPageToken,files(id)',
        pageSize: 1000,
        spaces: 'drive',
      };
      const ids: string[] = [];
      let pageToken: string | undefined;
      do {
        const page = { ...query, ...(pageToken && { pageToken }) };
        const answer = await answerOfCall(signal, () => files.list(page, { signal }));
        const body = requireOk(answer) as { files?: { id: string }[]; nextPageToken?: string };
        if (!Array.isArray(body.files)) throw new DriveFailure('DRIVE_UNAVAILABLE', answer.body);
        ids.push(...body.files.map(({ id }) => id));
        pageToken = body.nextPageToken;
      } while (pageToken);
      return ids;
    },
    async share(fileId, emailAddress, signal) {
      const requestBody = { role: 'reader', type: 'user', emailAddress };
      const ask = (sendNotificationEmail: boolean) =>
        answerOfCall(signal, () =>
          permissions.create({ fileId, sendNotificationEmail, fields: 'id', requestBody }, { signal }),
        );
      let answer = await ask(false);
      // An address without a Google account can only be invited by a mail from Google.
      if (isRefusedSharing(answer)) answer = await ask(true);
      if (isRefusedSharing(answer)) throw new DriveFailure('DRIVE_SHARING_REFUSED', answer.body);
      const { id } = requireOk(answer) as { id?: string };
      if (!id) throw new DriveFailure('DRIVE_UNAVAILABLE', answer.body);
      return id;
    },
    async unshare(fileId, permissionId, signal) {
      requireDeleted(await answerOfCall(signal, () => permissions.delete({ fileId, permissionId }, { signal })));
    },
    // The library cannot resume a session, so it is opened here and filled in resumable-upload.ts.
    async openUpload({ id, name, folderId, userId, bytes }, signal) {
      const answer = await answerOfCall(signal, () =>
        auth.request({
          url: new URL(`/upload/drive/v3/files?uploadType=resumable&fields=${FIELDS}`, root),
          method: 'POST',
          headers: { 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': String(bytes) },
          data: { id, name, mimeType: 'video/mp4', parents: [folderId], appProperties: { [OWNER_KEY]: userId } },
          signal,
        }),
      );
      if (answer.status === 409) return 'exists';
      requireOk(answer);
      const session = answer.headers.get('location');
      if (!session) throw new DriveFailure('DRIVE_UNAVAILABLE', 'the answer has no session');
      return session;
    },
  };
}

/** Counts only with a reason, which Google always sends; an answer without one comes from a proxy. */
function isRefusedSharing({ status, reason }: DriveAnswer): boolean {
  return (status === 400 || status === 403) && reason !== '' && !isOfAccount(reason);
}

const isGone = ({ status, reason }: DriveAnswer): boolean => status === 404 && reason === 'notFound';

function requireOk(answer: DriveAnswer): unknown {
  if (!isFine(answer)) throw failureOf(answer);
  return answer.body;
}

/** Drive answers a deletion without a body. */
function requireDeleted(answer: DriveAnswer): void {
  if (!isGone(answer) && requireOk(answer)) throw new DriveFailure('DRIVE_UNAVAILABLE', answer.body);
}

export function fileOf(body: unknown): DriveFile {
  const { id = '', trashed = false, parents = [], webViewLink = '' } = (body ?? {}) as Partial<DriveFile>;
  if (!id || !webViewLink) throw new DriveFailure('DRIVE_UNAVAILABLE', body);
  return { id, trashed, parents, webViewLink };
}
