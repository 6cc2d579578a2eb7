import { join } from 'node:path';
import { acceptJson } from '../core/bodies.ts';
import { addFaults } from '../core/faults.ts';
import type { Provider, Sandbox } from '../core/sandbox.ts';
import { clipsIn } from './clip.ts';
import { genaiError, sendGenaiErrors } from './errors.ts';
import { jobsPage } from './jobs.page.ts';
import { jobsOf } from './jobs.ts';
import { addFiles } from './omni/files.routes.ts';
import { filesOf } from './omni/files.ts';
import { addInteractions } from './omni/interactions.routes.ts';
import { addVeo } from './veo/veo.routes.ts';

export interface GenaiSettings {
  /** Seconds that a video takes, default 8. */
  videoSeconds?: number;
  ffmpeg?: string;
  /** The number of colour schemes of the clips, default 4. Each is encoded at its first use. */
  clipColours?: number;
}

/** The video models: Veo on Vertex, and Gemini Omni with its files. One origin serves both. */
export function genaiProvider(
  sandbox: Sandbox,
  { videoSeconds = 8, ffmpeg = 'ffmpeg', clipColours: colours }: GenaiSettings = {},
): Provider {
  const closing = new AbortController();
  const { signal } = closing;
  const clips = clipsIn(join(sandbox.directory, 'clips'), { ffmpeg, closing: signal, colours });
  const jobs = jobsOf(sandbox, clips, videoSeconds, signal);
  const files = filesOf(sandbox);
  return {
    name: 'genai',
    title: 'Video models (Veo, Gemini Omni)',
    takesGzip: true,
    register: async (app) => {
      sendGenaiErrors(app);
      acceptJson(app, () => genaiError(400, 'Invalid JSON payload received.'));
      addFaults(app, sandbox, 'genai', {
        applies: () => true,
        rateLimited: (_request, reply) => {
          reply.code(429);
          return genaiError(429, 'Resource has been exhausted (e.g. check quota).').body;
        },
        unavailable: (_request, reply) => {
          reply.code(503);
          return genaiError(503, 'The service is currently unavailable.').body;
        },
      });
      addVeo(app, sandbox, jobs);
      addInteractions(app, sandbox, jobs, files);
      addFiles(app, sandbox, files);
      jobs.resume();
      app.addHook('preClose', async () => {
        closing.abort();
        await jobs.ended();
      });
    },
    pages: [jobsPage(jobs)],
  };
}
