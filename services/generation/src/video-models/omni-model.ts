import { writeFile } from 'node:fs/promises';
import type { GoogleGenAI } from '@google/genai';
import { omniPromptFor } from '../prompts/omni-prompt.ts';
import { GenerationFailure } from '../videos/generation-failure.ts';
import { UnexpectedResponse } from './api-error.ts';
import { isUnknownWork } from './call-errors.ts';
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
/** Polled to see whether the model is reachable, which then responds with 400. */
const NO_INTERACTION = 'v1_none';

/** Gemini Omni Flash through the Interactions API, in the background, delivered as a file. */
export function createOmniModel(settings: OmniSettings): VideoModel {
  let client: Promise<GoogleGenAI> | undefined;

  async function createClient(): Promise<GoogleGenAI> {
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
      if (isUnknownWork(error)) await assignment.onOperation(null);
      throw error;
    }
  }

  return {
    name: 'omni',
    concurrency: 8,
    isFree: false,
    async make(assignment) {
      client ??= createClient();
      const ai = await client;
      let id = assignment.operation;
      if (!id) {
        const { input, version } = omniPromptFor(assignment);
        id = await startWork(assignment, version, {
          // No retries, because a job is retried later when its model does not respond.
          pollMissingWork: () => ai.interactions.get(NO_INTERACTION, undefined, { maxRetries: 0 } as never),
          async start() {
            const interaction = (await ai.interactions.create(
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
            if (typeof interaction.id !== 'string' || interaction.id === '') throw new UnexpectedResponse();
            return interaction.id;
          },
        });
        await assignment.onOperation(id);
      }
      for (;;) {
        const current = (await ai.interactions.get(id).catch(async (error: unknown) => {
          if (isUnknownWork(error)) await assignment.onOperation(null);
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
          await assignment.onOperation(null);
          // A failed interaction made nothing and costs nothing; for other ends this is not certain.
          if (current.status === 'failed') await assignment.uncountStart();
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
