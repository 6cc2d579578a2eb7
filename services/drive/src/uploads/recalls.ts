import { events, type VideoDelivered } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import { sql, type Transaction } from 'kysely';
import type { DriveDatabase } from '../database.ts';

/** What this service has said and a restored database of it has forgotten: files that lie in a folder, and the folder. */
export function recalls(): Subscription<DriveDatabase>[] {
  return [on(events.VideoDelivered, (trx, { payload }) => recallDelivery(trx, payload))];
}

async function recallDelivery(trx: Transaction<DriveDatabase>, said: VideoDelivered): Promise<void> {
  const { videoId, variation, userId, folderUrl } = said;
  // Google's address of a folder ends with its id.
  const folderId = new URL(folderUrl).pathname.split('/').at(-1) ?? '';
  await trx
    .updateTable('drive_folders')
    .set({ state: 'ready', folder_id: folderId, folder_url: folderUrl })
    .where('user_id', '=', userId)
    .where('state', '=', 'absent')
    .execute();
  await trx
    .updateTable('drive_uploads')
    .set({
      state: 'delivered',
      folder_id: folderId,
      file_id: said.fileId,
      web_view_link: said.webViewLink,
      delivered_at: said.deliveredAt ?? sql<Date>`clock_timestamp()`,
      code: null,
      leased_until: null,
      session_uri: null,
    })
    .where('video_id', '=', videoId)
    .where('variation', '=', variation)
    .where('state', 'in', ['waiting', 'failed'])
    .execute();
}
