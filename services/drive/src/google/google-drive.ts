import { DriveFailure, failureOf, isOfAccount } from './drive-failure.ts';
import { type DriveAnswer, isFine, type SendRequest } from './drive-request.ts';

const FOLDER = 'application/vnd.google-apps.folder';
const FIELDS = 'fields=id,trashed,parents,webViewLink';
/** The key under which everything made for a user is found again. Only this OAuth client sees it. */
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
  /** An id that a file or folder can be made with; making it twice with one id makes one. */
  reserveId(signal: AbortSignal): Promise<string>;
  /** 'exists': something with this id was made before. */
  createFolder(folder: { id: string; userId: string }, signal: AbortSignal): Promise<DriveFile | 'exists'>;
  /** Undefined: deleted, or never made. */
  find(id: string, signal: AbortSignal): Promise<DriveFile | undefined>;
  /** Puts into the trash; what is not there is no failure. */
  trash(id: string, signal: AbortSignal): Promise<void>;
  remove(id: string, signal: AbortSignal): Promise<void>;
  /** Ids of everything made for a user, in the trash or not. */
  listOf(userId: string, signal: AbortSignal): Promise<string[]>;
  /** Lets an address read a folder and gives the permission's id. @throws DriveFailure DRIVE_SHARING_REFUSED */
  share(folderId: string, email: string, signal: AbortSignal): Promise<string>;
  unshare(folderId: string, permissionId: string, signal: AbortSignal): Promise<void>;
  /** Opens a resumable upload and gives its session; 'exists': a file with this id is there. */
  openUpload(file: NewFile, signal: AbortSignal): Promise<string | 'exists'>;
}

/** The calls of Drive v3 that the service makes. */
export function createGoogleDrive(send: SendRequest): GoogleDrive {
  const path = (id: string, rest = '') => `/drive/v3/files/${encodeURIComponent(id)}${rest}`;

  /** 404 passes: what is to go is gone. */
  async function sendAway(method: 'PATCH' | 'DELETE', at: string, signal: AbortSignal, json?: object): Promise<void> {
    const answer = await send({ method, path: at, signal, ...(json && { json }) });
    if (answer.status !== 404) fine(answer);
  }

  return {
    async reserveId(signal) {
      const answer = await send({ method: 'GET', path: '/drive/v3/files/generateIds?count=1&space=drive', signal });
      const [id] = (fine(answer) as { ids?: string[] }).ids ?? [];
      if (!id) throw new DriveFailure('DRIVE_UNAVAILABLE', answer.body);
      return id;
    },
    async createFolder({ id, userId }, signal) {
      const json = {
        id,
        name: 'Reelwright videos',
        mimeType: FOLDER,
        description: `Videos of user ${userId}`,
        appProperties: { [OWNER_KEY]: userId },
      };
      const answer = await send({ method: 'POST', path: `/drive/v3/files?${FIELDS}`, json, signal });
      return answer.status === 409 ? 'exists' : fileOf(fine(answer));
    },
    async find(id, signal) {
      const answer = await send({ method: 'GET', path: path(id, `?${FIELDS}`), signal });
      return answer.status === 404 ? undefined : fileOf(fine(answer));
    },
    trash: (id, signal) => sendAway('PATCH', path(id), signal, { trashed: true }),
    remove: (id, signal) => sendAway('DELETE', path(id), signal),
    async listOf(userId, signal) {
      const value = userId.replaceAll(/[\\']/g, '\\$&');
      const query = new URLSearchParams({
        q: `appProperties has { key='${OWNER_KEY}' and value='${value}' }`,
        fields: 'nextPageToken,files(id)',
        pageSize: '1000',
        spaces: 'drive',
      });
      const ids: string[] = [];
      for (;;) {
        const answer = await send({ method: 'GET', path: `/drive/v3/files?${query}`, signal });
        const { files = [], nextPageToken } = fine(answer) as { files?: { id: string }[]; nextPageToken?: string };
        ids.push(...files.map(({ id }) => id));
        if (!nextPageToken) return ids;
        query.set('pageToken', nextPageToken);
      }
    },
    async share(folderId, email, signal) {
      const json = { role: 'reader', type: 'user', emailAddress: email };
      const ask = (notify: boolean) =>
        send({
          method: 'POST',
          path: path(folderId, `/permissions?sendNotificationEmail=${notify}&fields=id`),
          json,
          signal,
        });
      let answer = await ask(false);
      // An address without a Google account can only be invited by Google's own mail.
      if (isRefusedSharing(answer)) answer = await ask(true);
      if (isRefusedSharing(answer)) throw new DriveFailure('DRIVE_SHARING_REFUSED', answer.body);
      return (fine(answer) as { id: string }).id;
    },
    unshare: (folderId, permissionId, signal) =>
      sendAway('DELETE', path(folderId, `/permissions/${encodeURIComponent(permissionId)}`), signal),
    async openUpload({ id, name, folderId, userId, bytes }, signal) {
      const answer = await send({
        method: 'POST',
        path: `/upload/drive/v3/files?uploadType=resumable&${FIELDS}`,
        headers: { 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': String(bytes) },
        json: { id, name, mimeType: 'video/mp4', parents: [folderId], appProperties: { [OWNER_KEY]: userId } },
        signal,
      });
      if (answer.status === 409) return 'exists';
      fine(answer);
      const session = answer.headers.get('location');
      if (!session) throw new DriveFailure('DRIVE_UNAVAILABLE', 'no session came');
      return session;
    },
  };
}

function isRefusedSharing({ status, reason }: DriveAnswer): boolean {
  return (status === 400 || status === 403) && !isOfAccount(reason);
}

function fine(answer: DriveAnswer): unknown {
  if (!isFine(answer)) throw failureOf(answer.status, answer.reason, answer.body);
  return answer.body;
}

export function fileOf(body: unknown): DriveFile {
  const { id = '', trashed = false, parents = [], webViewLink = '' } = (body ?? {}) as Partial<DriveFile>;
  if (!id || !webViewLink) throw new DriveFailure('DRIVE_UNAVAILABLE', body);
  return { id, trashed, parents, webViewLink };
}
