import type { FastifyRequest } from 'fastify';
import { urlSafeToken } from '../../core/ids.ts';
import type { Medium } from '../../core/media.ts';
import type { ProviderError } from '../../core/provider-error.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { type Account, accountsOf } from '../accounts.ts';
import { googleError, invalidToken } from '../errors.ts';
import { requireGrant } from '../oauth/access.ts';
import type { Grant, Grants } from '../oauth/grants.ts';
import { scopes } from '../oauth/scopes.ts';
import { type DriveFile, filesOf, folderType, rootOf, usage, withDescendants } from './file.ts';
import type { FileMetadata } from './metadata.ts';
import { merged } from './metadata.ts';
import { ownerPermission, rootFile } from './resource.ts';

/** The caller: the Drive's account and the OAuth client. */
export interface Caller {
  account: Account;
  grant: Grant;
  /** False with `drive.file` alone, which sees only files of this client. */
  seesAll: boolean;
}

export interface Drive {
  /** The caller of a request. @throws 401, or 403 when the grant has no sufficient Drive scope */
  caller(request: FastifyRequest, purpose: 'read' | 'write'): Caller;
  find(caller: Caller, id: string): DriveFile | undefined;
  /** A file that the caller may see. @throws 404 `notFound` for others */
  get(caller: Caller, id: string): DriveFile;
  visible(caller: Caller): DriveFile[];
  generateIds(count: number): string[];
  /** Checks a create before any byte: id, parent, free space. @throws 400, 403, 404 or 409 */
  check(caller: Caller, metadata: FileMetadata, size: number): void;
  create(caller: Caller, metadata: FileMetadata, medium?: Medium): DriveFile;
  /** Checks a change before any byte. @throws 403 for fields that only a create has and for a full Drive, 404 for the root */
  checkChange(caller: Caller, file: DriveFile, change: FileMetadata, size: number): void;
  change(caller: Caller, file: DriveFile, change: FileMetadata, medium?: Medium): DriveFile;
  /** A file's parents after a move. @throws 403 for a second parent or one that is not a folder, 400 for a circle */
  moved(caller: Caller, file: DriveFile, move: { addParents?: string; removeParents?: string }): string[];
}

export function driveOf(sandbox: Sandbox, grants: Grants): Drive {
  const { store, journal, clock } = sandbox;
  const files = filesOf(store);
  const reserved = store.collection<{ id: string }>('drive-generated-ids');
  const accounts = () => accountsOf(store);

  const caller: Drive['caller'] = (request, purpose) => {
    const writing = [scopes.driveFile, scopes.drive];
    const grant = requireGrant(
      sandbox,
      grants,
      request,
      purpose === 'write' ? writing : [...writing, scopes.driveReadonly],
    );
    const account = accounts().get(grant.accountId);
    if (!account) throw invalidToken();
    const all: readonly string[] = [scopes.drive, scopes.driveReadonly];
    return { account, grant, seesAll: grant.scopes.some((scope) => all.includes(scope)) };
  };

  const find: Drive['find'] = ({ account, grant, seesAll }, asked) => {
    const root = rootOf(account.id);
    if (asked === 'root' || asked === root) return rootFile(account, '2026-01-01T00:00:00.000Z');
    const file = files.get(asked);
    return file?.ownerId === account.id && (seesAll || file.clientId === grant.clientId) ? file : undefined;
  };
  const get: Drive['get'] = (caller, id) => {
    const file = find(caller, id);
    if (!file) throw notFound(id);
    return file;
  };

  const folder = (caller: Caller, id: string): DriveFile => {
    const parent = get(caller, id);
    if (parent.mimeType === folderType) return parent;
    throw googleError(403, 'parentNotAFolder', 'The specified parent is not a folder.', { location: 'file.parents[]' });
  };

  const moved: Drive['moved'] = (caller, file, { addParents, removeParents }) => {
    if (addParents === undefined) return file.parents;
    const parent = folder(caller, addParents);
    const removed = removeParents?.split(',').map((id) => get(caller, id).id) ?? [];
    if (file.parents.some((present) => present !== parent.id && !removed.includes(present)))
      throw googleError(403, 'cannotAddParent', 'Increasing the number of parents is not allowed');
    if (withDescendants(files, file).some(({ id }) => id === parent.id))
      throw googleError(400, 'badRequest', 'A folder cannot be put into itself or into a folder below it.');
    return [parent.id];
  };

  const check: Drive['check'] = (caller, { id, parents = ['root'] }, size) => {
    if (id !== undefined) {
      if (files.get(id))
        throw googleError(409, 'fileIdInUse', 'A file already exists with the provided ID.', { location: 'file.id' });
      if (!reserved.get(id))
        throw googleError(400, 'invalid', 'The provided file ID is not usable.', { location: 'file.id' });
    }
    for (const parent of parents) folder(caller, parent);
    checkRoom(caller, size);
  };

  const checkRoom = (caller: Caller, size: number): void => {
    // Read again, because the quota may have changed since the token was checked.
    const room = accounts().get(caller.account.id)?.driveQuota ?? 0;
    if (size > 0 && usage(files, caller.account.id) + size > room) {
      throw googleError(403, 'storageQuotaExceeded', "The user's Drive storage quota has been exceeded.", {
        domain: 'usageLimits',
      });
    }
  };

  const checkChange: Drive['checkChange'] = (caller, file, change, size) => {
    if (file.id === rootOf(caller.account.id)) throw notFound(file.id);
    if (change.id !== undefined || change.parents !== undefined)
      throw googleError(403, 'fieldNotWritable', 'The resource body includes fields which are not directly writable.');
    checkRoom(caller, size - file.size);
  };

  return {
    caller,
    find,
    get,
    check,
    checkChange,
    change: (caller, file, given, medium) => {
      checkChange(caller, file, given, medium?.size ?? 0);
      const { name = file.name, description = file.description, trashed = file.trashed } = given;
      const mimeType = given.mimeType ?? (medium ? medium.contentType : file.mimeType);
      const appProperties = merged(file.appProperties, given.appProperties);
      const modifiedTime = clock.now().toISOString();
      const bytes = medium ? { mediaId: medium.id, size: medium.size, sha256: medium.sha256 } : {};
      const changed = files.put({
        ...file,
        name,
        description,
        trashed,
        mimeType,
        appProperties,
        modifiedTime,
        ...bytes,
      });
      if (!medium) return changed;
      if (file.mediaId !== null) sandbox.media.delete(file.mediaId);
      const { account } = caller;
      const { id, sha256 } = { ...changed, sha256: medium.sha256 };
      journal.record({ provider: 'google', act: 'file-changed', account: account.email, id, sha256, key: name });
      return changed;
    },
    moved,
    visible: (caller) => files.filter(({ id }) => find(caller, id) !== undefined),
    generateIds: (count) => Array.from({ length: count }, () => reserved.put({ id: `1${urlSafeToken(24)}` }).id),
    create: (caller, metadata, medium) => {
      check(caller, metadata, medium?.size ?? 0);
      const at = clock.now().toISOString();
      const parent = get(caller, metadata.parents?.[0] ?? 'root');
      // A file inherits the permissions of its folder.
      const inherited = parent.permissions.filter(({ role }) => role !== 'owner');
      const file = files.put({
        id: metadata.id ?? `1${urlSafeToken(24)}`,
        ownerId: caller.account.id,
        clientId: caller.grant.clientId,
        name: metadata.name ?? 'Untitled',
        mimeType: metadata.mimeType ?? medium?.contentType ?? 'application/octet-stream',
        description: metadata.description ?? null,
        parents: [parent.id],
        appProperties: merged({}, metadata.appProperties),
        permissions: [ownerPermission(caller.account), ...inherited],
        trashed: false,
        createdTime: at,
        modifiedTime: at,
        mediaId: medium?.id ?? null,
        size: medium?.size ?? 0,
        sha256: medium?.sha256 ?? null,
      });
      journal.record({
        provider: 'google',
        act: file.mimeType === folderType ? 'folder-created' : 'file-created',
        account: caller.account.email,
        id: file.id,
        ...(medium ? { sha256: medium.sha256 } : {}),
        key: file.name,
        detail: { parent: parent.id, appProperties: file.appProperties },
      });
      return file;
    },
  };
}

export function notFound(id: string): ProviderError {
  return googleError(404, 'notFound', `File not found: ${id}.`, { location: 'fileId', locationType: 'parameter' });
}
