import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import {
  type AuthServiceServer,
  AuthServiceService,
  type EventType,
  events,
  topics,
  type VideoGenerated,
  VideoRequested,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { implement } from '@reelwright/grpc';
import { silentLogger as logger } from '@reelwright/logger';
import { createObjectStore } from '@reelwright/object-store';
import { startSandbox } from '@reelwright/sandbox';
import { credentials } from '@reelwright/sandbox/credentials';
import { createTestObjectStore, eventually } from '@reelwright/testing';
import { createTestService, storedEvents } from '@reelwright/testing/service';
import { buildApp } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import { type Choice, consent } from './consent.ts';

export const CHUNK = 256 * 1024;
const POLL_MS = 50;
const { google } = credentials;

interface StoredFile {
  id: string;
  ownerId: string;
  name: string;
  mimeType: string;
  parents: string[];
  trashed: boolean;
  size: number;
  sha256: string | null;
  appProperties: Record<string, string>;
  permissions: { type: string; role: string; emailAddress?: string }[];
}

/** Starts the service on its own database, topics, object store and Google, with an auth that knows every user. */
export async function startDrive(settings: Partial<Config> = {}) {
  const parts = await createTestService({
    name: 'drive',
    migrations: join(import.meta.dirname, '../migrations'),
    callers: ['scheduling'],
    deadLetters: [topics.generation],
  });
  const { folder, identity } = parts;
  const sandbox = await startSandbox({ ports: 0, dir: join(folder, 'sandbox'), providers: ['google'] });
  const strangers = new Set<string>();
  const unverified = new Set<string>();
  const authAddress = await parts.serve([
    implement<AuthServiceServer>(AuthServiceService, {
      getUser: async ({ userId }) => {
        if (strangers.has(userId)) throw new AppError('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.');
        return {
          userId,
          email: emailOf(userId),
          firstName: 'Ada',
          lastName: 'Byron',
          emailVerified: !unverified.has(userId),
        };
      },
    }),
  ]);

  const root = sandbox.origins.server('google');
  const config: Config = {
    ...parts.settings,
    OBJECT_STORE_URL: (await createTestObjectStore(folder)).url,
    GOOGLE_DRIVE_ROOT: root,
    GOOGLE_ACCOUNTS_URL: root,
    GOOGLE_OAUTH_URL: root,
    GOOGLE_DRIVE_CLIENT_ID: google.driveClientId,
    GOOGLE_DRIVE_CLIENT_SECRET: google.driveClientSecret,
    GOOGLE_DRIVE_REFRESH_TOKEN: google.driveRefreshToken,
    TOKEN_CIPHER_KEYS: `k1:${Buffer.alloc(32, 5).toString('base64')}`,
    AUTH_GRPC: authAddress,
    CONCURRENT_UPLOADS: 3,
    UPLOAD_CHUNK_BYTES: CHUNK,
    SHARES_PER_BLOCK: 10,
    ...settings,
  };
  const app = await buildApp({ config, logger, pollMs: POLL_MS });
  await parts.start([{ name: 'sandbox', stop: sandbox.close }, ...app.components]);
  const store = createObjectStore(config.OBJECT_STORE_URL);
  const { db } = app;

  const send = <Payload extends { userId: string }>(
    event: EventType<Payload>,
    payload: Payload,
    settings: { id?: string; value?: Uint8Array } = {},
  ) => parts.publish(event, payload, settings);

  const files = () => sandbox.store.collection<StoredFile>('drive-files');
  const uploadOf = (videoId: string, variation = 0) =>
    db
      .selectFrom('drive_uploads')
      .selectAll()
      .where('video_id', '=', videoId)
      .where('variation', '=', variation)
      .executeTakeFirst();
  /** Skips the wait before the next attempt. */
  const makeDue = (videoId: string) =>
    db
      .updateTable('drive_uploads')
      .set({ next_attempt_at: new Date(Date.now() - 1000) })
      .where('video_id', '=', videoId)
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', new Date())]))
      .execute();

  /** A call as the browser sends it through the gateway; without a user, signed out. */
  const call = async (userId: string | undefined, method: 'GET' | 'DELETE', url: string) =>
    app.http.app.inject({ method, url, headers: userId === undefined ? {} : await identity.asUser(userId) });
  const emailOfAccount = (accountId: string) =>
    sandbox.store.collection<{ id: string; email: string }>('google-accounts').get(accountId)?.email;

  return {
    ...parts,
    ...app,
    call,
    /** Connects the user's own Drive. @returns where the browser is sent */
    async connect(userId: string, choice: Choice = { account: emailOf(userId) }): Promise<string> {
      const { authUrl } = (await call(userId, 'GET', '/api/drive/google/auth')).json();
      const query = await consent(authUrl, choice);
      return String((await call(userId, 'GET', `/api/drive/google/callback?${query}`)).headers.location);
    },
    grantsOf: (userId: string) => db.selectFrom('drive_grants').selectAll().where('user_id', '=', userId).execute(),
    ownDriveOf: async (userId: string) => (await call(userId, 'GET', '/api/drive/google')).json(),
    /** A user's video files, by the account whose Drive they are in; `'trash'` for those in a trash. */
    drivesOf: (userId: string): (string | undefined)[] =>
      files()
        .filter(({ appProperties, mimeType }) => appProperties.userId === userId && mimeType === 'video/mp4')
        .map(({ ownerId, trashed }) => (trashed ? 'trash' : emailOfAccount(ownerId))),
    app: app.http.app,
    config,
    backUp: parts.database.backUp,
    sandbox,
    send,
    strangers,
    unverified,
    uploadOf,
    makeDue,
    folderOf: (userId: string) =>
      db.selectFrom('drive_folders').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    newUser: () => String(Math.floor(Math.random() * 1e12)),
    /** Stores a video and publishes VideoGenerated. */
    async generated(change: Partial<VideoGenerated> & { size?: number } = {}, eventId?: string) {
      const { size = 2 * CHUNK + 1000, ...rest } = change;
      const { videoId = randomUUID(), variation = 0 } = rest;
      const mediaKey = `videos/${videoId}/${variation}.mp4`;
      const { bytes, sha256 } = await store.put(mediaKey, randomBytes(size));
      const event: VideoGenerated = {
        videoId,
        variation,
        userId: '7',
        mediaKey,
        posterKey: `videos/${videoId}/${variation}.webp`,
        bytes,
        durationMs: 8000,
        width: 1080,
        height: 1920,
        hasAudio: true,
        sha256,
        generatedAt: new Date('2026-11-21T09:00:00Z'),
        ...rest,
      };
      await send(events.VideoGenerated, event, eventId === undefined ? {} : { id: eventId });
      return event;
    },
    requested: (change: Partial<VideoRequested> & { videoId: string; userId: string }) =>
      send(
        events.VideoRequested,
        VideoRequested.fromPartial({
          videoType: 'v1',
          includeAudio: true,
          requestedAt: new Date(),
          revision: 1,
          ...change,
        }),
      ),
    /** Waits for a state, skipping the waits between attempts. */
    reached: (videoId: string, state: string, variation = 0) =>
      eventually(
        async () => {
          await makeDue(videoId);
          const upload = await uploadOf(videoId, variation);
          expect(upload?.state).toBe(state);
          return upload as NonNullable<typeof upload>;
        },
        { timeoutMs: 25_000, everyMs: 100 },
      ),
    /** Waits for a failed attempt. */
    failedWith: (videoId: string, code: string) =>
      eventually(async () => {
        const upload = await uploadOf(videoId);
        expect(upload).toMatchObject({ state: 'waiting', code });
        return upload as NonNullable<typeof upload>;
      }),
    files,
    /** The files of a user in Google's Drive. */
    videosOf: (userId: string) =>
      files().filter(({ appProperties, mimeType }) => appProperties.userId === userId && mimeType === 'video/mp4'),
    foldersOf: (userId: string) =>
      files().filter(({ appProperties, mimeType }) => appProperties.userId === userId && mimeType !== 'video/mp4'),
    /** The events the service has enqueued about a video, oldest first. */
    announced: (videoId: string) => storedEvents(db, { videoId }),
    async setRoom(bytes: number, email: string = google.operatorEmail) {
      await fetch(`${sandbox.origins.server('console')}/api/drive/quota`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, bytes }),
      });
    },
    openFolder: async (userId: string) =>
      app.http.app.inject({ url: '/api/user-drive-folder', headers: await identity.asUser(userId) }),
  };
}

export const emailOf = (userId: string): string => `user-${userId}@example.com`;

export type Drive = Awaited<ReturnType<typeof startDrive>>;
