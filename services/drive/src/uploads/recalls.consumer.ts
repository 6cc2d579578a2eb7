import { events, type VideoDelivered } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { DriveDatabase } from '../database.ts';
import { recallFolder } from '../folders/folder.repository.ts';
import { changeUploadsOfVideo } from './upload.repository.ts';

/** Saves a delivery and its folder that a restored database has lost. */
const recallDelivery: EventHandler<DriveDatabase, VideoDelivered> = async (trx, { payload, occurredAt }) => {
  const { videoId, variation, userId, folderUrl, fileId, webViewLink: link, deliveredAt: at = occurredAt } = payload;
  // Google's address of a folder ends with its id.
  const folderId = new URL(folderUrl).pathname.split('/').at(-1) ?? '';
  const grantId = payload.grantId || null;
  // A folder in the user's own Drive belongs to its grant, which the user gives again if it was lost.
  if (grantId === null) await recallFolder(trx, userId, { folderId, folderUrl });
  const delivery = { grantId, folderId, fileId, link, at };
  await changeUploadsOfVideo(trx, { videoId, variation }, { type: 'recalled', delivery });
};

export const recalls = (): Subscription<DriveDatabase>[] => [on(events.VideoDelivered, recallDelivery)];
