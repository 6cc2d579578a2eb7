import { request } from '../../lib/api-client.ts';

/** GET /api/user-drive-folder: where the person's own folder is. */
export const readFolder = () => request('GET', '/api/user-drive-folder');
