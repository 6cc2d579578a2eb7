import type { Collection, Store } from '../../core/store.ts';

export const folderType = 'application/vnd.google-apps.folder';

export interface Permission {
  id: string;
  type: 'user' | 'group' | 'domain' | 'anyone';
  role: string;
  emailAddress?: string;
  domain?: string;
}

export interface DriveFile {
  id: string;
  /** The account that owns it. */
  ownerId: string;
  /** The OAuth client that created it; `drive.file` sees only its own client's files. */
  clientId: string;
  name: string;
  mimeType: string;
  description: string | null;
  parents: string[];
  appProperties: Record<string, string>;
  permissions: Permission[];
  /** Whether the file itself is trashed, not a folder above it. */
  trashed: boolean;
  createdTime: string;
  modifiedTime: string;
  mediaId: string | null;
  size: number;
  sha256: string | null;
}

export function filesOf(store: Store): Collection<DriveFile> {
  return store.collection<DriveFile>('drive-files');
}

/** The id of `root`. */
export function rootOf(accountId: string): string {
  return `0A${accountId}UkROOT`;
}

/** Whether a file or a folder above it is in the trash. */
export function isTrashed(files: Collection<DriveFile>, file: DriveFile): boolean {
  if (file.trashed) return true;
  return file.parents.some((id) => {
    const parent = files.get(id);
    return parent !== undefined && isTrashed(files, parent);
  });
}

/** A file and everything below it. */
export function withDescendants(files: Collection<DriveFile>, file: DriveFile): DriveFile[] {
  const below = files.filter(({ parents }) => parents.includes(file.id));
  return [file, ...below.flatMap((child) => withDescendants(files, child))];
}

/** The bytes that an account's files use. */
export function usage(files: Collection<DriveFile>, accountId: string): number {
  return files.filter(({ ownerId }) => ownerId === accountId).reduce((sum, { size }) => sum + size, 0);
}
