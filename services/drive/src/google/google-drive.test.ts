import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDriveClient } from './drive-client.ts';
import { createGoogleConsent, type GoogleConsent } from './google-consent.ts';
import { createGoogleDrive, type GoogleDrive } from './google-drive.ts';

let server: Server;
let drive: GoogleDrive;
let consent: GoogleConsent;
let status = 200;
/** A proxy that responds with a page, under any status; the token endpoint works. */
beforeAll(async () => {
  server = createServer((request, reply) => {
    if (request.url === '/token') {
      reply.setHeader('content-type', 'application/json');
      reply.end(JSON.stringify({ access_token: 'a', expires_in: 3_600, token_type: 'Bearer' }));
      return;
    }
    reply.writeHead(status, { 'content-type': 'text/html' });
    reply.end('<html><h1>We will be right back</h1></html>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  drive = createGoogleDrive(
    createDriveClient({ root, oauthUrl: root, clientId: 'c', clientSecret: 's', refreshToken: 'r' }),
  );
  const redirectUri = 'http://localhost/callback';
  consent = createGoogleConsent({ accountsUrl: root, oauthUrl: root, clientId: 'c', clientSecret: 's', redirectUri });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const signal = new AbortController().signal;
const calls: [string, () => Promise<unknown>][] = [
  ['an account has no name', () => drive.account(signal)],
  ['an id is not reserved', () => drive.reserveId(signal)],
  ['a folder is not made', () => drive.createFolder({ id: 'f', userId: '7' }, signal)],
  ['a file is neither found nor missing', () => drive.find('f', signal)],
  ['a file is not in the trash', () => drive.trash('f', signal)],
  ['a file is not deleted', () => drive.remove('f', signal)],
  ['a user’s files are not listed as empty', () => drive.listOf('7', signal)],
  ['a sharing is neither done nor refused', () => drive.share('f', 'ada@example.com', signal)],
  ['a sharing is not ended', () => drive.unshare('f', 'p', signal)],
  ['a grant is not ended', () => consent.revoke('r', signal)],
  [
    'no session is opened',
    () => drive.openUpload({ id: 'f', name: 'n', folderId: 'd', userId: '7', bytes: 1 }, signal),
  ],
];

describe.each([200, 400, 403, 404, 502])('after a page with status %i', (now) => {
  it.each(calls)('%s', async (_what, call) => {
    status = now;
    await expect(call()).rejects.toMatchObject({ code: 'DRIVE_UNAVAILABLE' });
  });
});
