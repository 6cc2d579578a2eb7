import type { FastifyInstance } from 'fastify';
import type { ProviderError } from '../../core/provider-error.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { googleError } from '../errors.ts';
import type { Drive } from './drive.ts';
import { type DriveFile, filesOf, type Permission, withDescendants } from './file.ts';
import { checkPermissionFields, permissionId, permissionListResource, permissionResource } from './resource.ts';

interface OnFile {
  Params: { id: string };
  Querystring: { fields?: string; sendNotificationEmail?: string; transferOwnership?: string };
}
interface OnPermission extends OnFile {
  Params: { id: string; permission: string };
}

const roles = ['owner', 'organizer', 'fileOrganizer', 'writer', 'commenter', 'reader'];
const types = ['user', 'group', 'domain', 'anyone'] as const;

/** Sharing. A folder's permissions also apply to its content. */
export function addPermissions(app: FastifyInstance, sandbox: Sandbox, drive: Drive): void {
  const files = filesOf(sandbox.store);

  app.get<OnFile>('/drive/v3/files/:id/permissions', async (request) => {
    const file = drive.get(drive.caller(request, 'read'), request.params.id);
    return permissionListResource(file.permissions, request.query.fields);
  });

  app.post<OnFile & { Body: Record<string, unknown> | undefined }>(
    '/drive/v3/files/:id/permissions',
    async (request) => {
      const caller = drive.caller(request, 'write');
      const file = drive.get(caller, request.params.id);
      checkPermissionFields(request.query.fields);
      const permission = permissionFrom(request.body ?? {}, request.query);
      grant(file, permission);
      sandbox.journal.record({
        provider: 'google',
        act: 'permission-granted',
        account: caller.account.email,
        id: file.id,
        key: permission.emailAddress ?? permission.domain ?? permission.type,
        detail: { role: permission.role },
      });
      return permissionResource(permission, request.query.fields);
    },
  );

  app.get<OnPermission>('/drive/v3/files/:id/permissions/:permission', async (request) => {
    const file = drive.get(drive.caller(request, 'read'), request.params.id);
    return permissionResource(requirePermission(file, request.params.permission), request.query.fields);
  });

  app.patch<OnPermission & { Body: { role?: string } | undefined }>(
    '/drive/v3/files/:id/permissions/:permission',
    async (request) => {
      const file = drive.get(drive.caller(request, 'write'), request.params.id);
      checkPermissionFields(request.query.fields);
      const { role } = request.body ?? {};
      if (role === undefined || !roles.includes(role))
        throw invalid('role', 'The specified role is invalid or not supported.');
      const changed = { ...requirePermission(file, request.params.permission), role };
      grant(file, changed);
      return permissionResource(changed, request.query.fields);
    },
  );

  app.delete<OnPermission>('/drive/v3/files/:id/permissions/:permission', async (request, reply) => {
    const file = drive.get(drive.caller(request, 'write'), request.params.id);
    const { id, role } = requirePermission(file, request.params.permission);
    if (role === 'owner')
      throw googleError(403, 'insufficientFilePermissions', 'The owner of a file cannot be removed.');
    for (const below of withDescendants(files, file)) {
      files.update(below.id, { permissions: below.permissions.filter((permission) => permission.id !== id) });
    }
    return reply.code(204).send();
  });

  const grant = (file: DriveFile, permission: Permission): void => {
    for (const below of withDescendants(files, file)) {
      const others = below.permissions.filter(({ id }) => id !== permission.id);
      files.update(below.id, { permissions: [...others, permission] });
    }
  };
}

function requirePermission(file: DriveFile, id: string): Permission {
  const permission = file.permissions.find((candidate) => candidate.id === id);
  if (!permission)
    throw googleError(404, 'notFound', `Permission not found: ${id}.`, {
      location: 'permissionId',
      locationType: 'parameter',
    });
  return permission;
}

function permissionFrom(body: Record<string, unknown>, query: OnFile['Querystring']): Permission {
  const { role, type, emailAddress, domain } = body;
  if (role === undefined) throw invalid('permission.role', 'The permission role field is required.', 'required');
  if (type === undefined) throw invalid('permission.type', 'The permission type field is required.', 'required');
  if (typeof role !== 'string' || !roles.includes(role))
    throw invalid('permission.role', 'The specified role is invalid or not supported.');
  const kind = types.find((known) => known === type);
  if (!kind) throw invalid('permission.type', 'The permission type field is invalid or not supported.');
  if (role === 'owner' && query.transferOwnership !== 'true') {
    throw googleError(
      403,
      'forbidden',
      'The transferOwnership parameter must be enabled when the permission role is owner.',
      { location: 'transferOwnership', locationType: 'parameter' },
    );
  }
  if (kind === 'user' || kind === 'group') {
    if (typeof emailAddress !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(emailAddress)) {
      throw invalid(
        'permission.emailAddress',
        'The specified emailAddress is invalid or not applicable for the given permission type.',
      );
    }
    return { id: permissionId(emailAddress), type: kind, role, emailAddress };
  }
  if (query.sendNotificationEmail !== undefined) {
    throw invalid(
      'sendNotificationEmail',
      'sendNotificationEmail is only valid for permissions of type user or group.',
    );
  }
  if (kind === 'anyone') return { id: permissionId('anyone'), type: kind, role };
  if (typeof domain !== 'string')
    throw invalid(
      'permission.domain',
      'The specified domain is invalid or not applicable for the given permission type.',
    );
  return { id: permissionId(domain), type: kind, role, domain };
}

function invalid(location: string, message: string, reason = 'invalidSharingRequest'): ProviderError {
  return googleError(400, reason, message, { location });
}
