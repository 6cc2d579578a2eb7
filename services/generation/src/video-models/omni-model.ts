import { writeFile } from 'node:fs/promises';
import type { GoogleGenAI } from '@google/genai';
import { omniPromptFor } from '../prompts/omni-prompt.ts';
import { GenerationFailure } from '../videos/generation-failure.ts';
import { UnexpectedResponse } from './api-error.ts';
import { isUnknown } from './call-faults.ts';
import { downloadFile } from './download-file.ts';
import { pause } from './pause.ts';
import { type Assignment, startWork, type VideoModel } from './video-model.ts';

interface OmniSettings {
  readonly baseUrl: string | undefined;
  readonly apiKey: string;
  readonly model: string;
  readonly pollMs: number;
}

const GOOGLE = 'https://generativelanguage.googleapis.com';
const ENDED = new Set(['completed', 'failed', 'cancelled', 'incomplete', 'budget_exceeded']);
/** Requested to see whether the model is reachable: it answers with 400. */
const NO_INTERACTION = 'v1_none';

/** Gemini Omni Flash through the Interactions API, in the background, delivered as a file. */
export function createOmniModel(settings: OmniSettings): VideoModel {
  let connected: Promise<GoogleGenAI> | undefined;

  async function connect(): Promise<GoogleGenAI> {
    const { GoogleGenAI } = await import('@google/genai');
    return new GoogleGenAI({
      apiKey: settings.apiKey,
      apiVersion: 'v1beta',
      httpOptions: { ...(settings.baseUrl && { baseUrl: settings.baseUrl }), timeout: 60_000 },
    });
  }

  /** The key is sent only to the configured host, whatever host the address has, like in the SDK. */
  async function download(uri: string, assignment: Assignment): Promise<void> {
    const id = /files\/([a-z0-9]+)/.exec(uri)?.[1] ?? '';
    const url = `${settings.baseUrl ?? GOOGLE}/v1beta/files/${id}:download?alt=media`;
    try {
      await downloadFile(url, { 'x-goog-api-key': settings.apiKey }, assignment.videoPath);
    } catch (error) {
      if (isUnknown(error)) await assignment.started(null);
      throw error;
    }
  }

  return {
    name: 'omni',
    concurrency: 8,
    free: false,
    async make(assignment) {
      connected ??= connect();
      const ai = await connected;
      let id = assignment.operation;
      if (!id) {
        const { input, version } = omniPromptFor(assignment);
        id = await startWork(assignment, version, {
          // No retries: a job whose model does not answer is retried later.
          ask: () => ai.interactions.get(NO_INTERACTION, undefined, { maxRetries: 0 } as never),
          async start() {
            const created = (await ai.interactions.create(
              {
                model: settings.model,
                input,
                background: true,
                response_format: {
                  type: 'video',
                  aspect_ratio: '9:16',
                  resolution: '1080p',
                  duration: '8s',
                  delivery: 'uri',
                },
                generation_config: { video_config: { task: 'text_to_video' } },
              } as never,
              // The SDK would repeat a failed start up to four times, and each may cost money.
              { maxRetries: 0 } as never,
            )) as { id?: unknown };
            if (typeof created.id !== 'string' || created.id === '') throw new UnexpectedResponse();
            return created.id;
          },
        });
        await assignment.started(id);
      }
      for (;;) {
        const current = (await ai.interactions.get(id).catch(async (error: unknown) => {
          if (isUnknown(error)) await assignment.started(null);
          throw error;
        })) as {
          id?: unknown;
          status: string;
          output_video?: { data?: string; uri?: string };
          output_text?: string;
        };
        if (current.id !== id) throw new UnexpectedResponse();
        if (!ENDED.has(current.status)) {
          await pause(settings.pollMs, assignment.signal);
          continue;
        }
        if (current.status !== 'completed') {
          await assignment.started(null);
          // A failed interaction made nothing and costs nothing; for other ends this is not certain.
          if (current.status === 'failed') await assignment.notStarted();
          throw new Error(`omni ended as ${current.status}`);
        }
        const { output_video: video } = current;
        // A refusal is a completed interaction with text and no video.
        if (!video) throw new GenerationFailure('MODEL_REFUSED', { cause: current.output_text });
        if (video.data) await writeFile(assignment.videoPath, Buffer.from(video.data, 'base64'));
        else await download(video.uri ?? '', assignment);
        return;
      }
    },
  };
}
