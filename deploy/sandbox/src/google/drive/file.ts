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
  /** Account that owns it. */
  ownerId: string;
  /** OAuth client that made it: `drive.file` sees only its own. */
  clientId: string;
  name: string;
  mimeType: string;
  description: string | null;
  parents: string[];
  appProperties: Record<string, string>;
  permissions: Permission[];
  /** Trashed itself, not through a parent. */
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

/** The id `root` stands for. */
export function rootOf(accountId: string): string {
  return `0A${accountId}UkROOT`;
}

/** Whether a file is in the trash, itself or through a folder above. */
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

/** Bytes an account's files take. */
export function usage(files: Collection<DriveFile>, accountId: string): number {
  return files.filter(({ ownerId }) => ownerId === accountId).reduce((sum, { size }) => sum + size, 0);
}
