import { credentials } from '../../src/credentials.ts';
import { googleCalls, googleError, scopeOf } from '../google-calls.ts';
import { type Running, runSandbox } from '../running.ts';
import { from, rejections } from './rejections.ts';

const folderType = 'application/vnd.google-apps.folder';
const quarter = 256 * 1024;
const { operatorEmail } = credentials.google;

let sandbox: Running;
let token: string;
const { api, chunk, grant, operator, start } = googleCalls(() => sandbox);
beforeAll(async () => {
  sandbox = await runSandbox();
  token = await operator();
});
afterAll(() => sandbox.end());

const list = (query: Record<string, string>) => api(`/drive/v3/files?${new URLSearchParams(query)}`, token);
const create = (body: unknown) => api('/drive/v3/files', token, 'POST', body);
const made = async (body: object = {}): Promise<string> =>
  (await create({ name: 'Ada', mimeType: folderType, ...body })).json.id;
const share = async (body: object, query = '') =>
  api(`/drive/v3/files/${await made()}/permissions${query}`, token, 'POST', body);
const patch = (id: string, body: object, query = '') => api(`/drive/v3/files/${id}${query}`, token, 'PATCH', body);
const upload = (metadata: unknown, size = quarter * 2, headers: Record<string, string> = {}) =>
  start('/upload/drive/v3/files?uploadType=resumable', token, metadata, size, headers);
const generated = async (): Promise<string> => (await api('/drive/v3/files/generateIds?count=1', token)).json.ids[0];
const plainFile = async (): Promise<string> => made({ mimeType: 'text/plain' });

rejections([
  ...from('Drive guide, Resolve errors', [
    {
      what: 'a dead access token',
      send: () => api('/drive/v3/files', 'ya29.dead'),
      status: 401,
      body: googleError(401, 'authError', { status: 'UNAUTHENTICATED' }),
    },
    {
      what: 'a token that was not granted Drive',
      send: async () => api('/drive/v3/files', await grant('signIn', ['openid', 'email'])),
      status: 403,
      body: googleError(403, 'insufficientPermissions', { status: 'PERMISSION_DENIED' }),
    },
    {
      what: 'an unknown file',
      send: () => api('/drive/v3/files/none', token),
      status: 404,
      body: googleError(404, 'notFound', { message: 'File not found: none.' }),
    },
    { what: 'to delete an unknown file', send: () => api('/drive/v3/files/none', token, 'DELETE'), status: 404 },
    {
      what: 'bytes for a Drive that is full',
      send: async () => {
        await fillUp();
        const response = await upload({ name: 'a' }, 51);
        await fillUp(15 * 1024 ** 3);
        return response;
      },
      status: 403,
      body: googleError(403, 'storageQuotaExceeded'),
    },
    {
      what: 'a folder put into itself',
      send: async () => {
        const id = await made();
        return patch(id, {}, `?addParents=${id}&removeParents=root`);
      },
      status: 400,
      body: googleError(400, 'badRequest'),
    },
  ]),
  ...from('Drive guide, Choose scopes: drive.file', [
    {
      what: 'a file that another client made, as if it were not there',
      send: async () => {
        const id = await made();
        return api(`/drive/v3/files/${id}`, await grant('signIn', [scopeOf('drive.file')], { email: operatorEmail }));
      },
      status: 404,
      body: googleError(404, 'notFound'),
    },
    {
      what: 'writing with drive.readonly',
      send: async () =>
        api('/drive/v3/files', await grant('signIn', [scopeOf('drive.readonly')]), 'POST', { name: 'a' }),
      status: 403,
      body: googleError(403, 'insufficientPermissions'),
    },
  ]),
  ...from('files.list reference and Search query terms', [
    {
      what: 'a q with an unknown operator',
      send: () => list({ q: "name ~ 'x'" }),
      status: 400,
      body: googleError(400, 'invalid'),
    },
    {
      what: 'a q with an unknown term',
      send: () => list({ q: "colour = 'red'" }),
      status: 400,
      body: googleError(400, 'invalid'),
    },
    { what: 'a q with a quote that is not escaped', send: () => list({ q: "name = 'Ada's'" }), status: 400 },
    { what: 'an incomplete q', send: () => list({ q: "name = 'a' and" }), status: 400 },
    {
      what: 'a property clause without its value',
      send: () => list({ q: "appProperties has { key='a' }" }),
      status: 400,
      body: googleError(400, 'invalid'),
    },
    {
      what: 'a page of no files',
      send: () => list({ pageSize: '0' }),
      status: 400,
      body: googleError(400, 'invalidParameter'),
    },
    {
      what: 'a page size that is not a number',
      send: () => list({ pageSize: 'many' }),
      status: 400,
      body: googleError(400, 'invalidParameter'),
    },
    {
      what: 'an unknown page token',
      send: () => list({ pageToken: 'next' }),
      status: 400,
      body: googleError(400, 'invalid'),
    },
    {
      what: 'an unknown order',
      send: () => list({ orderBy: 'colour' }),
      status: 400,
      body: googleError(400, 'invalid'),
    },
    {
      what: 'an unknown field',
      send: () => list({ fields: 'files(id,colour)' }),
      status: 400,
      body: googleError(400, 'invalidParameter', { message: 'Invalid field selection colour' }),
    },
  ]),
  {
    what: 'about without fields',
    send: () => api('/drive/v3/about', token),
    status: 400,
    body: googleError(400, 'required'),
    source: 'about.get reference: fields is required',
  },
  ...from('files.generateIds reference: count 1 to 1000', [
    { what: 'no ids', send: () => api('/drive/v3/files/generateIds?count=0', token), status: 400 },
    {
      what: 'more than a thousand ids',
      send: () => api('/drive/v3/files/generateIds?count=1001', token),
      status: 400,
      body: googleError(400, 'invalidParameter'),
    },
  ]),
  ...from('Drive guide, Create files: pre-generated ids', [
    {
      what: 'an id that was not generated',
      send: () => create({ id: 'of-my-own' }),
      status: 400,
      body: googleError(400, 'invalid'),
    },
    {
      what: 'an id a second time',
      send: async () => {
        const id = await generated();
        await create({ id, name: 'one' });
        return create({ id, name: 'two' });
      },
      status: 409,
      body: googleError(409, 'fileIdInUse'),
    },
    {
      what: 'an upload to an id in use before any byte',
      send: async () => {
        const id = await generated();
        await create({ id, name: 'one' });
        return upload({ id });
      },
      status: 409,
      body: googleError(409, 'fileIdInUse'),
    },
    {
      what: 'the second of two uploads begun to the same id, at its last byte',
      send: async () => {
        const id = await generated();
        const [one, other] = [await upload({ id }, 10), await upload({ id }, 10)];
        await chunk(one, 'bytes 0-9/10', new Uint8Array(10));
        return chunk(other, 'bytes 0-9/10', new Uint8Array(10));
      },
      status: 409,
      body: googleError(409, 'fileIdInUse'),
    },
  ]),
  ...from('Drive guide, Folders: one parent', [
    {
      what: 'a file in two folders',
      send: async () => create({ parents: [await made(), await made()] }),
      status: 403,
      body: googleError(403, 'cannotAddParent'),
    },
    {
      what: 'a second folder for a file',
      send: async () => patch(await made(), {}, `?addParents=${await made()}`),
      status: 403,
      body: googleError(403, 'cannotAddParent', { message: 'Increasing the number of parents is not allowed' }),
    },
    {
      what: 'an unknown folder',
      send: () => create({ parents: ['none'] }),
      status: 404,
      body: googleError(404, 'notFound'),
    },
    {
      what: 'a file as a folder',
      send: async () => create({ parents: [await plainFile()] }),
      status: 403,
      body: googleError(403, 'parentNotAFolder'),
    },
    {
      what: 'moving into a file',
      send: async () => patch(await made(), {}, `?addParents=${await plainFile()}&removeParents=root`),
      status: 403,
      body: googleError(403, 'parentNotAFolder'),
    },
    {
      what: 'parents written as a field',
      send: async () => patch(await made(), { parents: ['root'] }),
      status: 403,
      body: googleError(403, 'fieldNotWritable'),
    },
  ]),
  ...from('Drive guide, Custom file properties: limits', [
    {
      what: 'a property of more than 124 bytes',
      send: () => create({ appProperties: { k: 'é'.repeat(62) } }),
      status: 400,
      body: googleError(400, 'invalid'),
    },
    {
      what: 'more than 30 properties',
      send: () => create({ appProperties: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`k${at}`, 'v'])) }),
      status: 403,
    },
    {
      what: 'a property that is not text',
      send: () => create({ appProperties: { userId: 7 } }),
      status: 400,
      body: googleError(400, 'invalid', { status: 'INVALID_ARGUMENT' }),
    },
  ]),
  ...from('permissions.create reference', [
    {
      what: 'a share without an address',
      send: () => share({ role: 'reader', type: 'user' }),
      status: 400,
      body: googleError(400, 'invalidSharingRequest'),
    },
    {
      what: 'a share with an invalid address',
      send: () => share({ role: 'reader', type: 'user', emailAddress: 'ada' }),
      status: 400,
      body: googleError(400, 'invalidSharingRequest'),
    },
    {
      what: 'an unknown role',
      send: () => share({ role: 'boss', type: 'anyone' }),
      status: 400,
      body: googleError(400, 'invalidSharingRequest'),
    },
    {
      what: 'a share without a role',
      send: () => share({ type: 'anyone' }),
      status: 400,
      body: googleError(400, 'required'),
    },
    {
      what: 'a share without a type',
      send: () => share({ role: 'reader' }),
      status: 400,
      body: googleError(400, 'required'),
    },
    {
      what: 'an e-mail to everybody',
      send: () => share({ role: 'reader', type: 'anyone' }, '?sendNotificationEmail=false'),
      status: 400,
      body: googleError(400, 'invalidSharingRequest'),
    },
    {
      what: 'another owner without transferOwnership',
      send: () => share({ role: 'owner', type: 'user', emailAddress: 'ada@example.com' }),
      status: 403,
      body: googleError(403, 'forbidden'),
    },
    {
      what: 'an unknown permission',
      send: async () => api(`/drive/v3/files/${await made()}/permissions/1`, token, 'DELETE'),
      status: 404,
      body: googleError(404, 'notFound'),
    },
    {
      what: 'a file without its owner',
      send: async () => {
        const id = await made();
        const { permissions } = (await api(`/drive/v3/files/${id}/permissions`, token)).json;
        return api(`/drive/v3/files/${id}/permissions/${permissions[0].id}`, token, 'DELETE');
      },
      status: 403,
      body: googleError(403, 'insufficientFilePermissions'),
    },
  ]),
  {
    what: 'to download a folder',
    send: async () => api(`/drive/v3/files/${await made()}?alt=media`, token),
    status: 403,
    body: googleError(403, 'fileNotDownloadable'),
    source: 'Drive guide, Download and export files',
  },
  ...from('Drive guide, Upload file data: resumable', [
    {
      what: 'a chunk that is not a multiple of 256 KiB',
      send: async () => chunk(await upload({}), `bytes 0-99/${quarter * 2}`, new Uint8Array(100)),
      status: 400,
    },
    {
      what: 'a chunk after a gap',
      send: async () =>
        chunk(await upload({}), `bytes ${quarter}-${quarter * 2 - 1}/${quarter * 2}`, new Uint8Array(quarter)),
      status: 400,
    },
    {
      what: 'another total than it began with',
      send: async () => chunk(await upload({}), `bytes 0-${quarter - 1}/${quarter * 3}`, new Uint8Array(quarter)),
      status: 400,
    },
    {
      what: 'more bytes than the total',
      send: async () => chunk(await upload({}, 10), 'bytes 0-10/10', new Uint8Array(11)),
      status: 400,
    },
    {
      what: 'a body shorter than its range',
      send: async () => chunk(await upload({}, 10), 'bytes 0-9/10', new Uint8Array(9)),
      status: 400,
    },
    {
      what: 'a malformed range',
      send: async () => chunk(await upload({}, 10), '0-9', new Uint8Array(10)),
      status: 400,
    },
    {
      what: 'an unknown session',
      send: () => api('/upload/drive/v3/files?uploadType=resumable&upload_id=none', token, 'PUT', 'x'),
      status: 404,
    },
    {
      what: 'metadata that is not JSON',
      send: () => upload('{"name":', 10),
      status: 400,
      body: googleError(400, 'parseError'),
    },
    {
      what: 'metadata that does not say it is JSON',
      send: () => upload('{}', 10, { 'content-type': 'text/plain' }),
      status: 400,
      body: googleError(400, 'badContent'),
    },
    {
      what: 'an invalid media type',
      send: () => upload({}, 10, { 'x-upload-content-type': 'video' }),
      status: 400,
      body: googleError(400, 'badContent', {
        message: "Media type 'video' is not supported. Valid media types: [*/*]",
      }),
    },
    {
      what: 'an unknown way of uploading',
      send: () => api('/upload/drive/v3/files?uploadType=pigeon', token, 'POST', {}),
      status: 400,
    },
    {
      what: 'a multipart body without its end',
      send: () =>
        api('/upload/drive/v3/files?uploadType=multipart', token, 'POST', '--b\r\n\r\n{}', {
          'content-type': 'multipart/related; boundary=b',
        }),
      status: 400,
      body: googleError(400, 'badContent'),
    },
  ]),
]);

const fillUp = (bytes = 50) =>
  fetch(`${sandbox.origins.server('console')}/api/drive/quota`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: operatorEmail, bytes }),
  });
