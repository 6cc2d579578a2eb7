import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../../core/sandbox.ts';
import { addUploads } from '../uploads.ts';
import type { Caller, Drive } from './drive.ts';
import { type FileMetadata, fileMetadata } from './metadata.ts';
import { checkFileFields, fileResource } from './resource.ts';

interface Begun {
  who: Caller;
  metadata: FileMetadata;
  fields: string | undefined;
}

/** Uploads of new files, and of new bytes for existing ones. */
export function addDriveUploads(app: FastifyInstance, sandbox: Sandbox, drive: Drive): void {
  addUploads<Begun>(app, sandbox, {
    method: 'POST',
    path: '/upload/drive/v3/files',
    mediaTypes: ['*/*'],
    begin: (request, body, size) => {
      const who = drive.caller(request, 'write');
      const { fields } = request.query as { fields?: string };
      checkFileFields(fields);
      const metadata = fileMetadata(body);
      drive.check(who, metadata, size ?? 0);
      return { who, metadata, fields };
    },
    complete: ({ who, metadata, fields }, medium) =>
      fileResource(sandbox, drive.create(who, metadata, medium), who.account, fields),
  });

  addUploads<Begun & { id: string }>(app, sandbox, {
    method: 'PATCH',
    path: '/upload/drive/v3/files/:id',
    mediaTypes: ['*/*'],
    begin: (request, body, size) => {
      const who = drive.caller(request, 'write');
      const { fields } = request.query as { fields?: string };
      checkFileFields(fields);
      const { id } = request.params as { id: string };
      const metadata = fileMetadata(body);
      drive.checkChange(who, drive.get(who, id), metadata, size ?? 0);
      return { who, id, metadata, fields };
    },
    complete: ({ who, id, metadata, fields }, medium) => {
      const file = drive.change(who, drive.get(who, id), metadata, medium);
      return fileResource(sandbox, file, who.account, fields);
    },
  });
}
