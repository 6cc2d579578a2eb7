import { spawn } from 'node:child_process';
import { initialiseS3, type S3Server, s3Part } from '@reelwright/local/s3-server';

/** The program of the image `seaweedfs`: an S3 server with one user. For development. */
const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
  process.stderr.write('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: those of the one user.\n');
  process.exit(1);
}

const server: S3Server = {
  command: '/usr/local/bin/weed',
  dataFolder: '/data/s3',
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
  host: '0.0.0.0',
  accessKeyId: AWS_ACCESS_KEY_ID,
  secretAccessKey: AWS_SECRET_ACCESS_KEY,
};
initialiseS3(server);

const { command, args, env, cwd } = s3Part(server);
const child = spawn(command, args, { env, cwd, stdio: 'inherit' });
child.once('error', (error) => {
  process.stderr.write(`SeaweedFS could not be started: ${error.message}\n`);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill('SIGTERM'));
