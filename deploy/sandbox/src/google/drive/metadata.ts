import { googleError, invalidArgument } from '../errors.ts';

export interface FileMetadata {
  id?: string;
  name?: string;
  mimeType?: string;
  description?: string;
  parents?: string[];
  /** null removes a key. */
  appProperties?: Record<string, string | null>;
  trashed?: boolean;
}

const texts = ['id', 'name', 'mimeType', 'description'] as const;
/** Fields that a client may send and this sandbox does not store. */
const ignored = [
  'kind',
  'createdTime',
  'modifiedTime',
  'properties',
  'starred',
  'writersCanShare',
  'copyRequiresWriterPermission',
  'originalFilename',
  'contentHints',
];

/** Checks the metadata of a create or update. @throws 400 for an unknown field or a wrong type */
export function fileMetadata(body: Record<string, unknown>): FileMetadata {
  for (const [name, value] of Object.entries(body)) {
    if (ignored.includes(name)) continue;
    if ((texts as readonly string[]).includes(name)) {
      if (typeof value !== 'string') throw invalidArgument(`Invalid value at '${name}' (TYPE_STRING)`);
    } else if (name === 'parents') {
      if (!Array.isArray(value) || value.some((id) => typeof id !== 'string'))
        throw invalidArgument(`Invalid value at 'parents'`);
      if (value.length > 1) throw googleError(403, 'cannotAddParent', 'A file can have only one parent.');
    } else if (name === 'trashed') {
      if (typeof value !== 'boolean') throw invalidArgument(`Invalid value at 'trashed' (TYPE_BOOL)`);
    } else if (name === 'appProperties') checkProperties(value);
    else throw invalidArgument(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`);
  }
  return body as FileMetadata;
}

function checkProperties(value: unknown): void {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw invalidArgument(`Invalid value at 'app_properties'`);
  const entries = Object.entries(value);
  if (entries.length > 30)
    throw googleError(403, 'appPropertiesLimitExceeded', 'A file can have at most 30 properties per app.');
  for (const [key, text] of entries) {
    if (text !== null && typeof text !== 'string')
      throw invalidArgument(`Invalid value at 'app_properties[0].value' (TYPE_STRING)`);
    if (Buffer.byteLength(`${key}${text ?? ''}`) > 124) {
      throw googleError(400, 'invalid', 'The key and value of a property take more than 124 bytes.', {
        location: 'file.appProperties',
      });
    }
  }
}

/** Properties after a change: null removes one, the others are kept. */
export function merged(
  present: Record<string, string>,
  change: FileMetadata['appProperties'] = {},
): Record<string, string> {
  const all = Object.entries({ ...present, ...change });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}
