import { writeFile } from 'node:fs/promises';
import type { GenerateVideosOperation, GoogleGenAI } from '@google/genai';
import { veoPromptFor } from '../prompts/veo-prompt.ts';
import { GenerationFailure } from '../videos/generation-failure.ts';
import { UnexpectedResponse } from './api-error.ts';
import { isUnknownWork } from './call-errors.ts';
import { pause } from './pause.ts';
import { startWork, type VideoModel } from './video-model.ts';

interface VeoSettings {
  readonly baseUrl: string | undefined;
  readonly project: string;
  readonly location: string;
  readonly accessToken: string | undefined;
  readonly model: string;
  readonly pollMs: number;
}

/** google.rpc codes of transient errors: RESOURCE_EXHAUSTED, INTERNAL, UNAVAILABLE. */
const TRANSIENT_CODES = new Set([8, 13, 14]);

/** Veo 3.1 on Vertex: a long-running operation that is polled until it is done. */
export function createVeoModel(settings: VeoSettings): VideoModel {
  let client: Promise<GoogleGenAI> | undefined;

  // The SDK needs 30 MB of memory, so a process that renders locally never loads it.
  async function createClient(): Promise<GoogleGenAI> {
    const { GoogleGenAI } = await import('@google/genai');
    const { OAuth2Client } = await import('google-auth-library');
    const authClient = settings.accessToken ? new OAuth2Client() : undefined;
    authClient?.setCredentials({ access_token: settings.accessToken ?? '', expiry_date: Date.now() + 86_400_000 });
    return new GoogleGenAI({
      enterprise: true,
      project: settings.project,
      location: settings.location,
      ...(authClient && { googleAuthOptions: { authClient: authClient as never } }),
      httpOptions: { ...(settings.baseUrl && { baseUrl: settings.baseUrl }), timeout: 60_000 },
    });
  }

  /** Polled to see whether the model is reachable, which then responds with 404. */
  const { project, location, model } = settings;
  const noOperation = `projects/${project}/locations/${location}/publishers/google/models/${model}/operations/none`;

  return {
    name: 'veo',
    concurrency: 8,
    isFree: false,
    async make(assignment) {
      client ??= createClient();
      const ai = await client;
      const { GenerateVideosOperation } = await import('@google/genai');
      const operationNamed = (name: string) => Object.assign(new GenerateVideosOperation(), { name });
      const stateOf = async (name: string) => {
        const state = await ai.operations.getVideosOperation({ operation: operationNamed(name) });
        // The response may name the project by its number; the operation's id is the same.
        if (idOf(state) !== idOf({ name })) throw new UnexpectedResponse();
        return state;
      };
      let operation: GenerateVideosOperation;
      if (assignment.operation) {
        operation = await stateOf(assignment.operation).catch(async (error: unknown) => {
          if (isUnknownWork(error)) await assignment.onOperation(null);
          throw error;
        });
      } else {
        const { prompt, negativePrompt, seed, version } = veoPromptFor(assignment);
        operation = await startWork(assignment, version, {
          pollMissingWork: () => stateOf(noOperation),
          async start() {
            const created = await ai.models.generateVideos({
              model: settings.model,
              source: { prompt },
              config: {
                negativePrompt,
                seed,
                aspectRatio: '9:16',
                resolution: '1080p',
                durationSeconds: 8,
                numberOfVideos: 1,
                generateAudio: assignment.request.includeAudio,
                personGeneration: 'allow_adult',
              },
            });
            if (!created.name) throw new UnexpectedResponse();
            return created;
          },
        });
        await assignment.onOperation(operation.name ?? null);
      }
      const name = String(operation.name);
      while (!operation.done) {
        await pause(settings.pollMs, assignment.signal);
        operation = await stateOf(name);
      }
      if (operation.error) {
        const code = Number(operation.error.code);
        // The operation has ended, so the next attempt needs a new one.
        await assignment.onOperation(null);
        const cause = new Error(`veo ended with code ${code}`);
        if (!TRANSIENT_CODES.has(code)) throw new GenerationFailure('MODEL_REFUSED', { cause });
        // No video was made, so nothing is charged.
        await assignment.uncountStart();
        throw cause;
      }
      const video = operation.response?.generatedVideos?.[0]?.video;
      if (!video?.videoBytes) {
        throw new GenerationFailure('MODEL_REFUSED', {
          cause: operation.response?.raiMediaFilteredReasons?.join('; '),
        });
      }
      await writeFile(assignment.videoPath, Buffer.from(video.videoBytes, 'base64'));
    },
  };
}

const idOf = ({ name }: { name?: string }): string | undefined => name?.split('/').at(-1);
