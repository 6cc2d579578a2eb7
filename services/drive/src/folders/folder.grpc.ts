import { type DriveServiceServer, DriveServiceService } from '@reelwright/contracts';
import { implement } from '@reelwright/grpc';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { findCurrentGrant } from '../grants/grant.repository.ts';
import { findFolder } from './folder.repository.ts';
import { folderNotReady } from './open-folder.ts';

/** The stored folder in the Drive that new videos go to, without a call to Google. */
export function folderGrpc({ db }: { db: Kysely<DriveDatabase> }) {
  return implement<DriveServiceServer>(DriveServiceService, {
    getFolder: async ({ userId }) => {
      const grant = await findCurrentGrant(db, userId);
      if (grant?.folder_url) return { folderUrl: grant.folder_url };
      if (grant) throw folderNotReady();
      const row = await findFolder(db, userId);
      if (row?.state !== 'ready' || !row.folder_url) throw folderNotReady();
      return { folderUrl: row.folder_url };
    },
  });
}
