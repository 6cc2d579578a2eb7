import { createHash } from 'node:crypto';
import type { Sandbox } from '../../core/sandbox.ts';
import { type Account, fullName } from '../accounts.ts';
import { checkFields, select } from '../fields.ts';
import { type DriveFile, filesOf, folderType, isTrashed, type Permission, rootOf } from './file.ts';

/** Every field of a file that the API has. */
const fileFields = [
  'appProperties',
  'capabilities',
  'clientEncryptionDetails',
  'contentHints',
  'contentRestrictions',
  'copyRequiresWriterPermission',
  'createdTime',
  'description',
  'downloadRestrictions',
  'driveId',
  'explicitlyTrashed',
  'exportLinks',
  'fileExtension',
  'folderColorRgb',
  'fullFileExtension',
  'hasAugmentedPermissions',
  'hasThumbnail',
  'headRevisionId',
  'iconLink',
  'id',
  'imageMediaMetadata',
  'inheritedPermissionsDisabled',
  'isAppAuthorized',
  'kind',
  'labelInfo',
  'lastModifyingUser',
  'linkShareMetadata',
  'md5Checksum',
  'mimeType',
  'modifiedByMe',
  'modifiedByMeTime',
  'modifiedTime',
  'name',
  'originalFilename',
  'ownedByMe',
  'owners',
  'parents',
  'permissionIds',
  'permissions',
  'properties',
  'quotaBytesUsed',
  'resourceKey',
  'sha1Checksum',
  'sha256Checksum',
  'shared',
  'sharedWithMeTime',
  'sharingUser',
  'shortcutDetails',
  'size',
  'spaces',
  'starred',
  'teamDriveId',
  'thumbnailLink',
  'thumbnailVersion',
  'trashed',
  'trashedTime',
  'trashingUser',
  'version',
  'videoMediaMetadata',
  'viewedByMe',
  'viewedByMeTime',
  'viewersCanCopyContent',
  'webContentLink',
  'webViewLink',
  'writersCanShare',
] as const;
const permissionFields = [
  'allowFileDiscovery',
  'deleted',
  'displayName',
  'domain',
  'emailAddress',
  'expirationTime',
  'id',
  'inheritedPermissionsDisabled',
  'kind',
  'pendingOwner',
  'permissionDetails',
  'photoLink',
  'role',
  'teamDrivePermissionDetails',
  'type',
  'view',
];

/** The fields that a `fields` parameter may name. */
const known = { '': fileFields, files: fileFields, permissions: permissionFields };

export function checkFileFields(fields: string | undefined): void {
  checkFields(fields, known);
}

export function checkPermissionFields(fields: string | undefined): void {
  checkFields(fields, { '': permissionFields });
}

/** A file in the API's responses; without `fields` only kind, id, name and type. */
export function fileResource(sandbox: Sandbox, file: DriveFile, owner: Account | undefined, fields?: string): object {
  return select(fullFile(sandbox, file, owner), fields ?? 'kind,id,name,mimeType', known);
}

export function listResource(
  sandbox: Sandbox,
  files: readonly DriveFile[],
  owner: Account | undefined,
  nextPageToken: string | undefined,
  fields?: string,
): object {
  const list = {
    kind: 'drive#fileList',
    incompleteSearch: false,
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    files: files.map((file) => fullFile(sandbox, file, owner)),
  };
  const listed = { ...known, '': ['kind', 'incompleteSearch', 'nextPageToken', 'files'] };
  return select(list, fields ?? 'kind,incompleteSearch,nextPageToken,files(kind,id,name,mimeType)', listed);
}

export function permissionResource(permission: Permission, fields = 'kind,id,type,role'): object {
  return select({ kind: 'drive#permission', ...permission, deleted: false }, fields, { '': permissionFields });
}

export function permissionListResource(permissions: readonly Permission[], fields?: string): object {
  const list = {
    kind: 'drive#permissionList',
    permissions: permissions.map((permission) => ({ kind: 'drive#permission', ...permission })),
  };
  return select(list, fields ?? 'kind,permissions(kind,id,type,role)', { permissions: permissionFields });
}

function fullFile(sandbox: Sandbox, file: DriveFile, owner: Account | undefined): object {
  const folder = file.mimeType === folderType;
  const { origins, media } = sandbox;
  const medium = media.get(file.mediaId ?? '');
  return {
    kind: 'drive#file',
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    ...(file.description === null ? {} : { description: file.description }),
    parents: file.parents,
    ...(Object.keys(file.appProperties).length > 0 ? { appProperties: file.appProperties } : {}),
    trashed: isTrashed(filesOf(sandbox.store), file),
    explicitlyTrashed: file.trashed,
    createdTime: file.createdTime,
    modifiedTime: file.modifiedTime,
    version: '1',
    starred: false,
    shared: file.permissions.length > 1,
    ownedByMe: true,
    owners: [
      {
        kind: 'drive#user',
        displayName: owner ? fullName(owner) : '',
        me: true,
        emailAddress: owner?.email,
        permissionId: file.permissions[0]?.id,
      },
    ],
    permissions: file.permissions.map((permission) => ({ kind: 'drive#permission', ...permission })),
    permissionIds: file.permissions.map(({ id }) => id),
    capabilities: {
      canEdit: true,
      canShare: true,
      canDelete: true,
      canTrash: true,
      canAddChildren: folder,
      canDownload: !folder,
    },
    spaces: ['drive'],
    quotaBytesUsed: String(file.size),
    webViewLink: `${origins.browser('console')}/drive/${folder ? 'folders' : 'files'}/${file.id}`,
    ...(folder
      ? {}
      : {
          size: String(file.size),
          sha256Checksum: file.sha256,
          md5Checksum: medium?.md5,
          sha1Checksum: medium?.sha1,
          originalFilename: file.name,
          fileExtension: file.name.split('.').pop(),
          webContentLink: `${origins.browser('google')}/uc?id=${file.id}&export=download`,
        }),
  };
}

/** The root folder of an account. */
export function rootFile(account: Account, at: string): DriveFile {
  return {
    id: rootOf(account.id),
    ownerId: account.id,
    clientId: '',
    name: 'My Drive',
    mimeType: folderType,
    description: null,
    parents: [],
    appProperties: {},
    permissions: [ownerPermission(account)],
    trashed: false,
    createdTime: at,
    modifiedTime: at,
    mediaId: null,
    size: 0,
    sha256: null,
  };
}

export function ownerPermission(account: Account): Permission {
  return { id: permissionId(account.email), type: 'user', role: 'owner', emailAddress: account.email };
}

/** The same person has the same permission id everywhere. */
export function permissionId(of: string): string {
  if (of === 'anyone') return 'anyoneWithLink';
  const hash = createHash('sha256').update(of.toLowerCase()).digest();
  return String(hash.readBigUInt64BE() % 10n ** 20n).padStart(20, '1');
}
