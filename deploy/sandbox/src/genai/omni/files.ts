import { lowercaseToken } from '../../core/ids.ts';
import type { ProviderError } from '../../core/provider-error.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { genaiError } from '../errors.ts';

interface StoredFile {
  /** Lower-case letters and digits, because clients cut ids at other characters. */
  id: string;
  mediaId: string;
  mimeType: string;
  displayName: string | null;
  /** Real time, milliseconds. */
  createdAt: number;
}

/** A file in the API's responses. */
interface FileResource {
  name: string;
  uri: string;
  mimeType: string;
  sizeBytes: string;
  state: 'PROCESSING' | 'ACTIVE' | 'FAILED';
  createTime: string;
  updateTime: string;
  expirationTime: string;
  sha256Hash: string;
  displayName?: string;
}

const lifetimeMs = 48 * 3_600_000;

export interface Files {
  add(mediaId: string, mimeType: string, displayName: string | null): FileResource;
  /** The file that delivers a video, created by the first call. */
  ofMedium(mediaId: string): FileResource;
  /** A file that has not expired. */
  find(id: string): StoredFile | undefined;
  all(): StoredFile[];
  resource(file: StoredFile): FileResource;
  delete(id: string): void;
}

/** Gemini's file store. Files expire after 48 hours of real time, and become ACTIVE after `slowModerationMs`. */
export function filesOf({ store, clock, chaos, media }: Sandbox): Files {
  const stored = store.collection<StoredFile>('genai-files');
  const now = () => clock.real().getTime();
  const alive = (file: StoredFile | undefined) => (file && file.createdAt + lifetimeMs > now() ? file : undefined);

  const resource = (file: StoredFile): FileResource => {
    const medium = media.get(file.mediaId);
    const active = now() >= file.createdAt + chaos.settings('genai').slowModerationMs;
    return {
      name: `files/${file.id}`,
      // Clients parse the real host's address, and then call the base URL that they were given.
      uri: `https://generativelanguage.googleapis.com/v1beta/files/${file.id}:download?alt=media`,
      mimeType: file.mimeType,
      sizeBytes: String(medium?.size ?? 0),
      state: active ? 'ACTIVE' : 'PROCESSING',
      createTime: new Date(file.createdAt).toISOString(),
      updateTime: new Date(file.createdAt).toISOString(),
      expirationTime: new Date(file.createdAt + lifetimeMs).toISOString(),
      sha256Hash: Buffer.from(medium?.sha256 ?? '', 'hex').toString('base64'),
      ...(file.displayName === null ? {} : { displayName: file.displayName }),
    };
  };
  const add: Files['add'] = (mediaId, mimeType, displayName) =>
    resource(stored.put({ id: lowercaseToken(12), mediaId, mimeType, displayName, createdAt: now() }));

  return {
    add,
    ofMedium: (mediaId) => {
      const present = stored.find((file) => file.mediaId === mediaId);
      return present ? resource(present) : add(mediaId, 'video/mp4', null);
    },
    find: (id) => alive(stored.get(id)),
    all: () => stored.filter((file) => alive(file) !== undefined),
    resource,
    delete: (id) => {
      stored.delete(id);
    },
  };
}

/** The error for a deleted file and for another account's file alike. */
export function noFile(id: string): ProviderError {
  return genaiError(403, `You do not have permission to access the File ${id} or it may not exist.`);
}
