import type { DriveClient } from './drive-client.ts';
import { DriveFailure, failureOf, isAboutAccount } from './drive-failure.ts';
import { type DriveResponse, isOk, responseOfCall } from './drive-response.ts';

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

/** The account that owns a Drive. */
export interface DriveAccount {
  /** Stays the same when the address changes. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface GoogleDrive {
  account(signal: AbortSignal): Promise<DriveAccount>;
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
  const { about, files, permissions } = api;

  return {
    async account(signal) {
      const fields = 'user(permissionId,emailAddress,displayName)';
      const response = await responseOfCall(signal, () => about.get({ fields }, { signal }));
      const { user } = requireOk(response) as {
        user?: { permissionId?: string; emailAddress?: string; displayName?: string };
      };
      if (!user?.permissionId || !user.emailAddress) throw new DriveFailure('DRIVE_UNAVAILABLE', response.body);
      return { id: user.permissionId, email: user.emailAddress, name: user.displayName || user.emailAddress };
    },
    async reserveId(signal) {
      const response = await responseOfCall(signal, () => files.generateIds({ count: 1, space: 'drive' }, { signal }));
      const [id] = (requireOk(response) as { ids?: string[] }).ids ?? [];
      if (!id) throw new DriveFailure('DRIVE_UNAVAILABLE', response.body);
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
      const response = await responseOfCall(signal, () => files.create({ fields: FIELDS, requestBody }, { signal }));
      return response.status === 409 ? 'exists' : fileOf(requireOk(response));
    },
    async find(fileId, signal) {
      const response = await responseOfCall(signal, () => files.get({ fileId, fields: FIELDS }, { signal }));
      return isMissing(response) ? undefined : fileOf(requireOk(response));
    },
    async trash(fileId, signal) {
      const requestBody = { trashed: true };
      const response = await responseOfCall(signal, () =>
        files.update({ fileId, requestBody, fields: FIELDS }, { signal }),
      );
      if (!isMissing(response)) fileOf(requireOk(response));
    },
    async remove(fileId, signal) {
      requireDeleted(await responseOfCall(signal, () => files.delete({ fileId }, { signal })));
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
        const response = await responseOfCall(signal, () => files.list(page, { signal }));
        const body = requireOk(response) as { files?: { id: string }[]; nextPageToken?: string };
        if (!Array.isArray(body.files)) throw new DriveFailure('DRIVE_UNAVAILABLE', response.body);
        ids.push(...body.files.map(({ id }) => id));
        pageToken = body.nextPageToken;
      } while (pageToken);
      return ids;
    },
    async share(fileId, emailAddress, signal) {
      const requestBody = { role: 'reader', type: 'user', emailAddress };
      const createPermission = (sendNotificationEmail: boolean) =>
        responseOfCall(signal, () =>
          permissions.create({ fileId, sendNotificationEmail, fields: 'id', requestBody }, { signal }),
        );
      let response = await createPermission(false);
      // An address without a Google account can only be invited by a mail from Google.
      if (isRejectedSharing(response)) response = await createPermission(true);
      if (isRejectedSharing(response)) throw new DriveFailure('DRIVE_SHARING_REFUSED', response.body);
      const { id } = requireOk(response) as { id?: string };
      if (!id) throw new DriveFailure('DRIVE_UNAVAILABLE', response.body);
      return id;
    },
    async unshare(fileId, permissionId, signal) {
      requireDeleted(await responseOfCall(signal, () => permissions.delete({ fileId, permissionId }, { signal })));
    },
    // The library cannot resume a session, so it is opened here and filled in resumable-upload.ts.
    async openUpload({ id, name, folderId, userId, bytes }, signal) {
      const response = await responseOfCall(signal, () =>
        auth.request({
          url: new URL(`/upload/drive/v3/files?uploadType=resumable&fields=${FIELDS}`, root),
          method: 'POST',
          headers: { 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': String(bytes) },
          data: { id, name, mimeType: 'video/mp4', parents: [folderId], appProperties: { [OWNER_KEY]: userId } },
          signal,
        }),
      );
      if (response.status === 409) return 'exists';
      requireOk(response);
      const session = response.headers.get('location');
      if (!session) throw new DriveFailure('DRIVE_UNAVAILABLE', 'the response has no session');
      return session;
    },
  };
}

/** Counts only with a reason, which Google always sends; a response without one comes from a proxy. */
function isRejectedSharing({ status, reason }: DriveResponse): boolean {
  return (status === 400 || status === 403) && reason !== '' && !isAboutAccount(reason);
}

/** A file that the grant does not cover can't be used any more than a deleted one. */
const isMissing = ({ status, reason }: DriveResponse): boolean =>
  (status === 404 && reason === 'notFound') || (status === 403 && reason === 'appNotAuthorizedToFile');

function requireOk(response: DriveResponse): unknown {
  if (!isOk(response)) throw failureOf(response);
  return response.body;
}

/** Requires a response without a body, as Drive sends for a deletion. */
function requireDeleted(response: DriveResponse): void {
  if (!isMissing(response) && requireOk(response)) throw new DriveFailure('DRIVE_UNAVAILABLE', response.body);
}

export function fileOf(body: unknown): DriveFile {
  const { id = '', trashed = false, parents = [], webViewLink = '' } = (body ?? {}) as Partial<DriveFile>;
  if (!id || !webViewLink) throw new DriveFailure('DRIVE_UNAVAILABLE', body);
  return { id, trashed, parents, webViewLink };
}
