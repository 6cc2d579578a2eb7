import { BucketAlreadyOwnedByYou, CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { runTarget, say } from './say.ts';

/** Creates the bucket S3_BUCKET of the stack's own S3 server at S3_ENDPOINT, unless it exists. */
await runTarget(async () => {
  const { S3_ENDPOINT: endpoint = '', S3_BUCKET: Bucket = '' } = process.env;
  const client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1' });
  const isNew = await client.send(new CreateBucketCommand({ Bucket })).then(
    () => true,
    (error: unknown) => {
      if (error instanceof BucketAlreadyOwnedByYou) return false;
      throw error;
    },
  );
  say(isNew ? 'created' : 'exists');
  return 0;
});
