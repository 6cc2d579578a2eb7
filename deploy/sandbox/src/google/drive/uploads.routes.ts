import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../../core/sandbox.ts';
import { addUploads } from '../uploads.ts';
import type { Caller, Drive } from './drive.ts';
import { type FileMetadata, fileMetadata } from './metadata.ts';
import { checkFileFields, fileResource } from './resource.ts';

interface UploadSession {
  caller: Caller;
  metadata: FileMetadata;
  fields: string | undefined;
}

/** Uploads of new files, and of new bytes for existing ones. */
export function addDriveUploads(app: FastifyInstance, sandbox: Sandbox, drive: Drive): void {
  addUploads<UploadSession>(app, sandbox, {
    method: 'POST',
    path: '/upload/drive/v3/files',
    mediaTypes: ['*/*'],
    begin: (request, body, size) => {
      const caller = drive.caller(request, 'write');
      const { fields } = request.query as { fields?: string };
      checkFileFields(fields);
      const metadata = fileMetadata(body);
      drive.check(caller, metadata, size ?? 0);
      return { caller, metadata, fields };
    },
    complete: ({ caller, metadata, fields }, medium) =>
      fileResource(sandbox, drive.create(caller, metadata, medium), caller.account, fields),
  });

  addUploads<UploadSession & { id: string }>(app, sandbox, {
    method: 'PATCH',
    path: '/upload/drive/v3/files/:id',
    mediaTypes: ['*/*'],
    begin: (request, body, size) => {
      const caller = drive.caller(request, 'write');
      const { fields } = request.query as { fields?: string };
      checkFileFields(fields);
      const { id } = request.params as { id: string };
      const metadata = fileMetadata(body);
      drive.checkChange(caller, drive.get(caller, id), metadata, size ?? 0);
      return { caller, id, metadata, fields };
    },
    complete: ({ caller, id, metadata, fields }, medium) => {
      const file = drive.change(caller, drive.get(caller, id), metadata, medium);
      return fileResource(sandbox, file, caller.account, fields);
    },
  });
}
