import { initialiseS3, type S3Server, s3Part } from '@reelwright/local/s3-server';
import { requiredSetting, runPart } from './run-part.ts';

/** The program of the image `seaweedfs`: an S3 server whose one user may do everything. For development. */
const server: S3Server = {
  command: '/usr/local/bin/weed',
  dataFolder: '/data/s3',
  // Only the first is called from other machines.
  ports: {
    http: 8_333,
    master: 9_333,
    masterGrpc: 19_333,
    volume: 8_080,
    volumeGrpc: 18_080,
    filer: 8_888,
    filerGrpc: 18_888,
    grpc: 18_333,
  },
  accessKeyId: requiredSetting('AWS_ACCESS_KEY_ID'),
  secretAccessKey: requiredSetting('AWS_SECRET_ACCESS_KEY'),
  host: '0.0.0.0',
};
initialiseS3(server);
runPart(s3Part(server));
