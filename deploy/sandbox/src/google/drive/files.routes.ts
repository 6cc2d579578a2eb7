import { createReadStream } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../../core/sandbox.ts';
import { accountsOf, fullName } from '../accounts.ts';
import { googleError, missingParameter } from '../errors.ts';
import { select } from '../fields.ts';
import { type Caller, type Drive, notFound } from './drive.ts';
import { type DriveFile, filesOf, folderType, isTrashed, rootOf, usage, withDescendants } from './file.ts';
import { fileMetadata } from './metadata.ts';
import { parseQuery } from './query.ts';
import { checkFileFields, fileResource, listResource, permissionId } from './resource.ts';

interface Fields {
  fields?: string;
}
interface ById {
  Params: { id: string };
  Querystring: Fields & { alt?: string; addParents?: string; removeParents?: string };
}

/** The routes `files` and `about` of Drive v3. */
export function addFiles(app: FastifyInstance, sandbox: Sandbox, drive: Drive): void {
  const { store, media, journal } = sandbox;
  const files = filesOf(store);
  const shown = (caller: Caller, file: DriveFile, fields?: string) =>
    fileResource(sandbox, file, caller.account, fields);

  app.get<{ Querystring: Fields }>('/drive/v3/about', async (request) => {
    const { account } = drive.caller(request, 'read');
    if (!request.query.fields) throw missingParameter('fields');
    const used = String(usage(files, account.id));
    const user = {
      kind: 'drive#user',
      displayName: fullName(account),
      emailAddress: account.email,
      me: true,
      permissionId: permissionId(account.email),
    };
    const storageQuota = {
      limit: String(accountsOf(store).get(account.id)?.driveQuota),
      usage: used,
      usageInDrive: used,
      usageInDriveTrash: '0',
    };
    return select({ kind: 'drive#about', user, storageQuota }, request.query.fields, {
      '': [
        'kind',
        'user',
        'storageQuota',
        'maxUploadSize',
        'appInstalled',
        'canCreateDrives',
        'importFormats',
        'exportFormats',
      ],
    });
  });

  app.get<{ Querystring: { count?: string; space?: string; type?: string } }>(
    '/drive/v3/files/generateIds',
    async (request) => {
      drive.caller(request, 'write');
      const count = Number(request.query.count ?? 10);
      if (!Number.isInteger(count) || count < 1 || count > 1000) {
        throw googleError(
          400,
          'invalidParameter',
          `Invalid value '${request.query.count}'. Values must be within the range: [1, 1000]`,
          { location: 'count', locationType: 'parameter' },
        );
      }
      return { kind: 'drive#generatedIds', space: request.query.space ?? 'drive', ids: drive.generateIds(count) };
    },
  );

  app.post<{ Body: Record<string, unknown> | undefined; Querystring: Fields }>('/drive/v3/files', async (request) => {
    const caller = drive.caller(request, 'write');
    checkFileFields(request.query.fields);
    return shown(caller, drive.create(caller, fileMetadata(request.body ?? {})), request.query.fields);
  });

  app.get<{ Querystring: Fields & { q?: string; pageSize?: string; pageToken?: string; orderBy?: string } }>(
    '/drive/v3/files',
    async (request) => {
      const caller = drive.caller(request, 'read');
      const { q, pageSize, pageToken, orderBy, fields } = request.query;
      const matches = q === undefined || q === '' ? () => true : parseQuery(q, rootOf(caller.account.id));
      const found = drive
        .visible(caller)
        .filter((file) => matches({ file, trashed: isTrashed(files, file), ownerEmail: caller.account.email }));
      const sorted = orderBy === undefined ? found.reverse() : found.sort(order(orderBy));
      const size = pageSizeOf(pageSize);
      const from = pageToken === undefined ? 0 : Number(Buffer.from(pageToken, 'base64url').toString());
      if (!Number.isInteger(from))
        throw googleError(400, 'invalid', 'Invalid Value', { location: 'pageToken', locationType: 'parameter' });
      const next = from + size < sorted.length ? Buffer.from(String(from + size)).toString('base64url') : undefined;
      return listResource(sandbox, sorted.slice(from, from + size), caller.account, next, fields);
    },
  );

  app.get<ById>('/drive/v3/files/:id', async (request, reply) => {
    const caller = drive.caller(request, 'read');
    const file = drive.get(caller, request.params.id);
    if (request.query.alt !== 'media') return shown(caller, file, request.query.fields);
    if (file.mediaId === null)
      throw googleError(403, 'fileNotDownloadable', 'Only files with binary content can be downloaded.', {
        location: 'alt',
        locationType: 'parameter',
      });
    return media.send(request, reply, file.mediaId);
  });

  app.patch<ById & { Body: Record<string, unknown> | undefined }>('/drive/v3/files/:id', async (request) => {
    const caller = drive.caller(request, 'write');
    const file = drive.get(caller, request.params.id);
    checkFileFields(request.query.fields);
    const change = fileMetadata(request.body ?? {});
    drive.checkChange(caller, file, change, file.size);
    const parents = drive.moved(caller, file, request.query);
    return shown(caller, drive.change(caller, { ...file, parents }, change), request.query.fields);
  });

  app.post<ById & { Body: Record<string, unknown> | undefined }>('/drive/v3/files/:id/copy', async (request) => {
    const caller = drive.caller(request, 'write');
    const file = drive.get(caller, request.params.id);
    checkFileFields(request.query.fields);
    if (file.mimeType === folderType || file.mediaId === null)
      throw googleError(403, 'cannotCopyFile', 'This file cannot be copied by the user.', { location: 'fileId' });
    const {
      name = `Copy of ${file.name}`,
      mimeType = file.mimeType,
      parents = file.parents,
      ...given
    } = fileMetadata(request.body ?? {});
    const metadata = { ...given, name, mimeType, parents };
    drive.check(caller, metadata, file.size);
    const medium = await media.put(createReadStream(media.path(file.mediaId)), file.mimeType);
    return shown(caller, drive.create(caller, metadata, medium), request.query.fields);
  });

  const remove = (caller: Caller, file: DriveFile): void => {
    for (const gone of withDescendants(files, file)) {
      files.delete(gone.id);
      if (gone.mediaId !== null) media.delete(gone.mediaId);
      const { id, name: key } = gone;
      journal.record({ provider: 'google', act: 'file-deleted', account: caller.account.email, id, key });
    }
  };

  /** Empties the trash. */
  app.delete('/drive/v3/files/trash', async (request, reply) => {
    const caller = drive.caller(request, 'write');
    for (const file of drive.visible(caller).filter(({ trashed }) => trashed)) remove(caller, file);
    return reply.code(204).send();
  });

  app.delete<ById>('/drive/v3/files/:id', async (request, reply) => {
    const caller = drive.caller(request, 'write');
    const file = drive.get(caller, request.params.id);
    if (file.id === rootOf(caller.account.id))
      throw googleError(403, 'insufficientFilePermissions', 'The root folder cannot be deleted.');
    remove(caller, file);
    return reply.code(204).send();
  });

  // The address of webContentLink, public only for public files.
  app.get<{ Querystring: { id?: string } }>('/uc', async (request, reply) => {
    const file = files.get(request.query.id ?? '');
    if (!file?.mediaId) throw notFound(request.query.id ?? '');
    if (!file.permissions.some(({ type }) => type === 'anyone'))
      return reply.code(403).type('text/html').send('You need access');
    return media.send(request, reply, file.mediaId);
  });
}

/** The page size; more than a thousand counts as a thousand. */
function pageSizeOf(given: string | undefined): number {
  const size = Number(given ?? 100);
  if (Number.isInteger(size) && size >= 1) return Math.min(size, 1000);
  throw googleError(400, 'invalidParameter', `Invalid value '${given}'. Values must be within the range: [1, 1000]`, {
    location: 'pageSize',
    locationType: 'parameter',
  });
}

function order(orderBy: string): (one: DriveFile, other: DriveFile) => number {
  const keys = orderBy.split(',').map((key) => key.trim().split(/\s+/));
  for (const [name = ''] of keys) {
    if (
      !['name', 'createdTime', 'modifiedTime', 'folder', 'name_natural', 'recency', 'quotaBytesUsed'].includes(name)
    ) {
      throw googleError(400, 'invalid', 'Invalid Value', { location: 'orderBy', locationType: 'parameter' });
    }
  }
  return (one, other) => {
    for (const [name, direction] of keys) {
      const value = (file: DriveFile): string => {
        if (name === 'folder') return file.mimeType.endsWith('folder') ? '0' : '1';
        if (name === 'quotaBytesUsed') return String(file.size).padStart(20, '0');
        if (name === 'createdTime') return file.createdTime;
        return name === 'modifiedTime' || name === 'recency' ? file.modifiedTime : file.name;
      };
      const difference = value(one).localeCompare(value(other));
      if (difference !== 0) return direction === 'desc' ? -difference : difference;
    }
    return 0;
  };
}
