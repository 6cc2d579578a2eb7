import { type DriveServiceServer, DriveServiceService } from '@reelwright/contracts';
import { implement } from '@reelwright/grpc';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { findFolder } from './folder.repository.ts';
import { folderNotReady } from './open-folder.ts';

/** The stored folder, without a call to Google. */
export function folderGrpc({ db }: { db: Kysely<DriveDatabase> }) {
  return implement<DriveServiceServer>(DriveServiceService, {
    getFolder: async ({ userId }) => {
      const row = await findFolder(db, userId);
      if (row?.state !== 'ready' || !row.folder_url) throw folderNotReady();
      return { folderUrl: row.folder_url };
    },
  });
}
