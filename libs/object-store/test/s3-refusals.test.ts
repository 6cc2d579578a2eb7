import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createTestBucket } from '@reelwright/testing';
import { createObjectStore } from '../src/index.ts';
import { createS3Store } from '../src/s3-store.ts';

const { AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: secret } = process.env;
afterEach(() => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: secret });
});

const refused = (message: string) => ({ kind: 'UNAVAILABLE', code: 'STORE_REFUSES', message });

describe('the S3 server refuses', () => {
  it.each([
    ['AWS_ACCESS_KEY_ID', 'InvalidAccessKeyId'],
    ['AWS_SECRET_ACCESS_KEY', 'SignatureDoesNotMatch'],
  ])('a wrong %s', async (name, code) => {
    const { url } = await createTestBucket();
    process.env[name] = 'another';
    await expect(createObjectStore(url).check()).rejects.toMatchObject(
      refused(`S3 refuses the credentials (${code}): check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`),
    );
  });

  it('a bucket that it does not have', async () => {
    const { url, name } = await createTestBucket();
    await expect(createObjectStore(url.replace(name, 'another')).check()).rejects.toMatchObject(
      refused("S3 has no bucket 'another': check OBJECT_STORE_URL"),
    );
  });
});

// SeaweedFS takes every region and has no quota; these are AWS's and other servers' documented answers.
describe('an answer of another server', () => {
  async function answering<Result>(answer: RequestListener, run: (url: string) => Promise<Result>): Promise<Result> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      return await run(`s3://videos?endpoint=http://127.0.0.1:${port}&region=eu-west-1`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  const errorAnswer =
    (status: number, code: string, message: string): RequestListener =>
    (request, response) => {
      request.resume();
      request.on('end', () => {
        response.writeHead(status, { 'content-type': 'application/xml' });
        response.end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
      });
    };

  it.each([
    [301, 'PermanentRedirect', 'The bucket must be addressed using the specified endpoint.'],
    [400, 'AuthorizationHeaderMalformed', "the region 'eu-west-1' is wrong; expecting 'eu-central-1'"],
  ])('%i %s names the region', async (status, code, message) => {
    await answering(errorAnswer(status, code, message), async (url) => {
      await expect(createObjectStore(url).check()).rejects.toMatchObject(
        refused(`The bucket 'videos' is not in the region 'eu-west-1' (${message}): check region in OBJECT_STORE_URL`),
      );
    });
  });

  it('403 AccessDenied names the permission', async () => {
    await answering(errorAnswer(403, 'AccessDenied', 'Access Denied'), async (url) => {
      await expect(createObjectStore(url).check()).rejects.toMatchObject(
        refused("S3 does not permit these credentials to list the bucket 'videos': they need s3:ListBucket"),
      );
    });
  });

  it.each([
    [507, 'XMinioStorageFull'],
    [403, 'QuotaExceeded'],
  ])('%i %s is STORE_FULL', async (status, code) => {
    await answering(errorAnswer(status, code, 'no room'), async (url) => {
      const put = createObjectStore(url).put('a', Buffer.from('x'));
      await expect(put).rejects.toMatchObject({ kind: 'UNAVAILABLE', code: 'STORE_FULL' });
    });
  });

  it.each([
    [500, 'InternalError'],
    [503, 'SlowDown'],
    [429, 'SlowDown'],
    [400, 'RequestTimeout'],
  ])('%i %s is STORE_UNAVAILABLE', async (status, code) => {
    await answering(errorAnswer(status, code, 'later'), async (url) => {
      const reading = createObjectStore(url).get('a');
      await expect(reading).rejects.toMatchObject({ kind: 'UNAVAILABLE', code: 'STORE_UNAVAILABLE' });
    });
  });

  it('403 InvalidAccessKeyId is not STORE_UNAVAILABLE', async () => {
    await answering(errorAnswer(403, 'InvalidAccessKeyId', 'unknown'), async (url) => {
      await expect(createObjectStore(url).get('a')).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
    });
  });

  describe('to the first of three deletions of a sweep', () => {
    async function sweepOf(refusal: RequestListener, check: (sweep: Promise<number>) => Promise<void>): Promise<void> {
      const keys: string[] = [];
      const answer: RequestListener = (request, response) => {
        if (request.method !== 'DELETE') return void response.end(uploadList(['first', 'second', 'third']));
        keys.push(request.url?.split(/[/?]/)[2] ?? '');
        if (keys.length === 1) return refusal(request, response);
        response.writeHead(204).end();
      };
      await answering(answer, (url) => check(createObjectStore(url).deleteUnfinished(new Date())));
      expect(keys).toEqual(['first', 'second', 'third']);
    }

    it('404 NoSuchUpload is no error: another process has deleted it', async () => {
      await sweepOf(errorAnswer(404, 'NoSuchUpload', 'gone'), async (sweep) => expect(await sweep).toBe(2));
    });

    it('403 AccessDenied is thrown after the others', async () => {
      await sweepOf(errorAnswer(403, 'AccessDenied', 'Access Denied'), (sweep) =>
        expect(sweep).rejects.toMatchObject({ name: 'AccessDenied' }),
      );
    });
  });

  it('that stops in the middle is an error for its reader', async () => {
    const stopping: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': '9' }).write('half');
    };
    await answering(stopping, async (url) => {
      const reading = await createS3Store(url, { idleMs: 100 }).get('a');
      await expect(buffer(reading)).rejects.toMatchObject({ name: 'TimeoutError' });
    });
  });

  it('with a checksum, which SDKs verify, is left by closing its connection', async () => {
    const closed = Promise.withResolvers<void>();
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': '9000000', 'x-amz-checksum-crc32': 'AAAAAA==' });
      response.write(Buffer.alloc(1_000_000));
      response.on('close', closed.resolve);
    };
    await answering(endless, async (url) => {
      const reading = await createObjectStore(url).get('a');
      await once(reading, 'readable');
      reading.destroy();
      await closed.promise;
    });
  });
});

const uploadList = (keys: readonly string[]) =>
  `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${keys
    .map((key) => `<Upload><Key>${key}</Key><UploadId>1</UploadId><Initiated>2020-01-01T00:00:00Z</Initiated></Upload>`)
    .join('')}</ListMultipartUploadsResult>`;
