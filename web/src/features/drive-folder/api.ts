import { request } from '../../lib/api-client.ts';

/** GET /api/user-drive-folder: the address of the user's folder. */
export const readFolder = () => request('GET', '/api/user-drive-folder');
