import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { urlSafeToken } from '../../core/ids.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { interactionError, requireKey } from '../errors.ts';
import { type Job, type Jobs, shapeOf } from '../jobs.ts';
import { type Files, noFile } from './files.ts';
import { readOmniRequest } from './request.ts';

interface ById {
  Params: { id: string };
}

/** The Interactions API of Gemini Omni. */
export function addInteractions(app: FastifyInstance, sandbox: Sandbox, jobs: Jobs, files: Files): void {
  app.post<{ Body: unknown }>('/:version(v1|v1beta)/interactions', async (request) => {
    requireKey(sandbox, request);
    const parsed = readOmniRequest(request.body);
    const { model, prompt, parameters, input, background, seconds, aspectRatio, resolution, delivery } = parsed;
    if (parsed.previous !== undefined) get(parsed.previous);
    checkFiles(input);
    const job = jobs.start({
      id: `v1_${urlSafeToken(30)}`,
      surface: 'omni',
      model,
      prompt,
      parameters,
      shape: shapeOf(aspectRatio, resolution, seconds, true),
      samples: 1,
      request: { input, delivery },
    });
    if (background) return resource(job);
    while (!request.raw.socket.destroyed) {
      const present = jobs.get(job.id);
      if (!present || jobs.isDone(present)) break;
      await sleep(50);
    }
    return resource(get(job.id));
  });
  app.get<ById>('/:version(v1|v1beta)/interactions/:id', async (request) => {
    requireKey(sandbox, request);
    return resource(get(request.params.id));
  });
  app.post<ById>('/:version(v1|v1beta)/interactions/:id/cancel', async (request) => {
    requireKey(sandbox, request);
    const job = get(request.params.id);
    if (job.cancelled || jobs.isDone(job))
      throw interactionError(400, 'invalid_request', 'The interaction is not running.');
    jobs.cancel(job.id);
    return resource(get(job.id));
  });
  app.delete<ById>('/:version(v1|v1beta)/interactions/:id', async (request) => {
    requireKey(sandbox, request);
    jobs.delete(get(request.params.id).id);
    return {};
  });

  /** Files of this API must exist and be ready; other addresses are not checked. */
  const checkFiles = (parts: readonly object[]): void => {
    for (const { uri } of parts as readonly { uri?: unknown }[]) {
      const id = /^https:\/\/generativelanguage\.googleapis\.com\/.*\bfiles\/([a-z0-9-]+)/.exec(String(uri ?? ''))?.[1];
      if (id === undefined) continue;
      const file = files.find(id);
      if (!file) throw noFile(id);
      if (files.resource(file).state !== 'ACTIVE') {
        const message = `The File ${id} is not in an ACTIVE state and usage is not allowed.`;
        throw interactionError(400, 'invalid_request', message);
      }
    }
  };

  const get = (id: string): Job => {
    const job = jobs.get(id);
    // The original returns 400 here, not 404.
    if (job?.surface !== 'omni') throw interactionError(400, 'invalid_request', `Invalid interaction name: ${id}`);
    return job;
  };

  const resource = async (job: Job): Promise<object> => {
    const body = {
      id: job.id,
      object: 'interaction',
      model: job.model,
      created: new Date(job.startedAt).toISOString(),
      updated: sandbox.clock.real().toISOString(),
    };
    if (job.cancelled) return { ...body, status: 'cancelled' };
    if (!jobs.isDone(job)) return { ...body, status: 'in_progress' };
    const input = { type: 'user_input', content: job.request.input };
    if (job.outcome === 'failed') {
      return {
        ...body,
        status: 'failed',
        steps: [input],
        errors: [{ code: 'internal', message: 'The model could not finish the video.' }],
      };
    }
    const content = job.outcome === 'refused' ? refusalText : await video(job);
    return {
      ...body,
      status: 'completed',
      steps: [input, { type: 'thought', signature: urlSafeToken(24) }, { type: 'model_output', content: [content] }],
      usage: { total_output_tokens: 57920, output_tokens_by_modality: [{ modality: 'video', tokens: 57920 }] },
    };
  };

  const video = async (job: Job): Promise<object> => {
    const mediaId = job.mediaIds?.[0] ?? '';
    const content = { type: 'video', mime_type: 'video/mp4' };
    if (job.request.delivery === 'uri') return { ...content, uri: files.ofMedium(mediaId).uri };
    return { ...content, data: (await readFile(sandbox.media.path(mediaId))).toString('base64') };
  };
}

/** A refusal by the model in the form of a result: completed, with text only. */
const refusalText = {
  type: 'text',
  text: "I can't make this video because it may go against the safety guidelines. Try describing it differently.",
};
