import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sandbox } from '../../core/sandbox.ts';
import { genaiError, requireVertex } from '../errors.ts';
import { type Job, type Jobs, shapeOf } from '../jobs.ts';
import { veoModels, veoRequest } from './request.ts';

interface Call {
  Params: { project?: string; location?: string; '*': string };
}

/** Veo on Vertex: start a video, then poll its operation. */
export function addVeo(app: FastifyInstance, sandbox: Sandbox, jobs: Jobs): void {
  const call = async (request: FastifyRequest<Call>): Promise<object> => {
    const { project, location, '*': rest } = request.params;
    requireVertex(sandbox, request, project);
    const [model = '', method] = rest.split(':');
    const path = `${project === undefined ? '' : `projects/${project}/locations/${location}/`}publishers/google/models/${model}`;
    if (!veoModels.includes(model) || (location !== undefined && location !== 'us-central1')) {
      throw genaiError(404, `Publisher Model \`${path}\` was not found or your project does not have access to it.`);
    }
    if (method === 'predictLongRunning') return start(path, model, request.body);
    if (method === 'fetchPredictOperation') return state(path, request.body);
    throw genaiError(404, `Method ${method} is not supported by ${model}.`);
  };
  app.post<Call>('/:version/projects/:project/locations/:location/publishers/google/models/*', call);
  app.post<Call>('/:version/publishers/google/models/*', call);

  const start = (path: string, model: string, body: unknown): object => {
    const { prompt, parameters, samples, seconds, aspectRatio, resolution, audio, storageUri } = veoRequest(
      body,
      model,
    );
    const id = `${path}/operations/${randomUUID()}`;
    const shape = shapeOf(aspectRatio, resolution, seconds, audio);
    jobs.start({ id, surface: 'veo', model, prompt, parameters, shape, samples, request: { storageUri } });
    return { name: id };
  };

  const state = async (path: string, body: unknown): Promise<object> => {
    const name = (body as { operationName?: unknown } | undefined)?.operationName;
    if (typeof name !== 'string') throw genaiError(400, 'operationName is required.');
    if (!name.startsWith(`${path}/operations/`)) throw genaiError(400, `The operation does not belong to ${path}.`);
    const job = jobs.get(name);
    if (!job) throw genaiError(404, `Operation ${name} was not found.`);
    if (!jobs.isDone(job)) return { name };
    if (job.outcome === 'failed')
      return {
        name,
        done: true,
        error: { code: 13, message: 'Video generation failed due to an internal error. Please try again.' },
      };
    return { name, done: true, response: await response(job) };
  };

  const response = async (job: Job): Promise<object> => {
    const type = 'type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse';
    if (job.outcome === 'refused') {
      const reason =
        "Veo could not generate videos because the input text violates Vertex AI's usage guidelines. If you think this was an error, send feedback. Support codes: 58061214";
      return {
        '@type': type,
        raiMediaFilteredCount: job.samples,
        raiMediaFilteredReasons: Array.from({ length: job.samples }, () => reason),
      };
    }
    const videos = await Promise.all((job.mediaIds ?? []).map((mediaId, index) => video(job, mediaId, index)));
    return { '@type': type, raiMediaFilteredCount: 0, videos };
  };

  const video = async (job: Job, mediaId: string, index: number): Promise<object> => {
    const folder = job.request.storageUri as string | null;
    const mimeType = 'video/mp4';
    if (folder === null)
      return { bytesBase64Encoded: (await readFile(sandbox.media.path(mediaId))).toString('base64'), mimeType };
    return { gcsUri: `${folder.replace(/\/$/, '')}/${job.id.split('/').pop()}/sample_${index}.mp4`, mimeType };
  };

  /** Cloud Storage, for results that were stored in a bucket. */
  app.get<{ Params: { object: string } }>('/storage/v1/b/:bucket/o/:object', async (request, reply) => {
    requireVertex(sandbox, request, undefined);
    const [, operation, index] = /([^/]+)\/sample_(\d)\.mp4$/.exec(request.params.object) ?? [];
    const job = jobs
      .all()
      .find(({ id, request: asked }) => asked.storageUri !== null && id.endsWith(`/operations/${operation}`));
    const mediaId = job?.mediaIds?.[Number(index)];
    if (mediaId === undefined) throw genaiError(404, `No such object: ${request.params.object}`);
    return sandbox.media.send(request, reply, mediaId);
  });
}
