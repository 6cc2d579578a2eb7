import type { ProviderError } from '../../core/provider-error.ts';
import { interactionError } from '../errors.ts';

/** The longest video of each model, in seconds. */
const maxSecondsOf: Readonly<Record<string, number>> = {
  'gemini-omni-1.2-flash': 15,
  'gemini-omni-1.1-flash': 10,
};

export interface OmniRequest {
  model: string;
  prompt: string;
  /** `generation_config` as received, for the journal. */
  parameters: Record<string, unknown>;
  input: readonly object[];
  background: boolean;
  /** The interaction that this one continues. */
  previous: string | undefined;
  seconds: number;
  aspectRatio: string;
  resolution: string;
  delivery: 'inline' | 'uri';
}

const fields = [
  'model',
  'input',
  'background',
  'store',
  'stream',
  'response_format',
  'response_modalities',
  'generation_config',
  'webhook_config',
  'previous_interaction_id',
  'safety_settings',
  'labels',
  'system_instruction',
];
const configFields = [
  'image_config',
  'max_output_tokens',
  'seed',
  'speech_config',
  'stop_sequences',
  'temperature',
  'thinking_level',
  'thinking_summaries',
  'tool_choice',
  'top_p',
  'transcription_config',
  'video_config',
];
const steps = ['user_input', 'model_output', 'thought'];
const tasks = ['text_to_video', 'image_to_video', 'reference_to_video', 'edit', 'extend', 'upscale'];

/** Reads the body of an interaction. @throws 400 `invalid_request`, or 404 `not_found` for an unknown model */
export function readOmniRequest(body: unknown): OmniRequest {
  const given = record(body, 'body');
  for (const name of Object.keys(given)) if (!fields.includes(name)) throw invalid(`Unknown parameter '${name}'.`);
  const { model, background = false, store = true } = given;
  if (typeof model !== 'string') throw invalid(`'model' is required.`);
  const maxSeconds = maxSecondsOf[model];
  if (maxSeconds === undefined)
    throw interactionError(404, 'not_found', `Model '${model}' was not found or is no longer available.`);
  if (typeof background !== 'boolean' || typeof store !== 'boolean')
    throw invalid(`'background' and 'store' are booleans.`);
  if (background && !store) throw invalid(`Background interactions require 'store' to be true.`);
  const input = inputOf(given.input);
  const prompt = input
    .flatMap((part) => ('text' in part && typeof part.text === 'string' ? [part.text] : []))
    .join('\n');
  const previous = given.previous_interaction_id;
  if (previous !== undefined && typeof previous !== 'string') throw invalid(`'previous_interaction_id' is a text.`);
  const parameters = configOf(given.generation_config);
  return { model, prompt, parameters, input, background, previous, ...formatOf(given.response_format, maxSeconds) };
}

/** Reads an input: a text, a part, a list of parts or a list of steps. The Python client wraps parts in a `user_input` step. */
function inputOf(input: unknown): readonly object[] {
  if (typeof input === 'string' && input.trim() !== '') return [{ type: 'text', text: input }];
  const given = (Array.isArray(input) ? input : [input ?? []].flat()).map((one) => record(one, 'input'));
  const parts = given.flatMap((one) => (steps.includes(String(one.type)) ? contentOf(one) : [one]));
  if (parts.length === 0) throw invalid(`'input' is required.`);
  for (const { type, text, data, uri, mime_type: mimeType } of parts) {
    const media = type === 'image' || type === 'video' || type === 'audio' || type === 'document';
    if (type === 'text' ? typeof text !== 'string' : !media || (data === undefined && uri === undefined)) {
      throw invalid(`Invalid part in 'input'.`);
    }
    if (data !== undefined && typeof mimeType !== 'string') throw invalid(`'mime_type' is required beside 'data'.`);
  }
  return parts;
}

function contentOf({ type, content }: Record<string, unknown>): Record<string, unknown>[] {
  if (type === 'thought') return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw invalid(`'content' of a step must be a list.`);
  return content.map((part) => record(part, 'input'));
}

function formatOf(
  given: unknown,
  maxSeconds: number,
): Pick<OmniRequest, 'seconds' | 'aspectRatio' | 'resolution' | 'delivery'> {
  const wanted = (Array.isArray(given) ? given : [given ?? { type: 'video' }]).map((format) =>
    record(format, 'response_format'),
  );
  const video = wanted.find(({ type }) => type === 'video');
  if (!video) throw invalid(`This model answers with video: 'response_format' must name it.`);
  const {
    type: _type,
    aspect_ratio: aspectRatio = '16:9',
    resolution = '720p',
    duration = '8s',
    delivery = 'inline',
    ...unknown
  } = video;
  const [unknownName] = Object.keys(unknown).filter((name) => name !== 'gcs_uri' && name !== 'mime_type');
  if (unknownName !== undefined) throw invalid(`Unknown parameter 'response_format.${unknownName}'.`);
  if (aspectRatio !== '16:9' && aspectRatio !== '9:16')
    throw invalid(`Unsupported aspect_ratio ${JSON.stringify(aspectRatio)}.`);
  if (typeof resolution !== 'string' || !['360p', '720p', '1080p', '4k'].includes(resolution))
    throw invalid(`Unsupported resolution ${JSON.stringify(resolution)}.`);
  if (delivery !== 'inline' && delivery !== 'uri') throw invalid(`Unsupported delivery ${JSON.stringify(delivery)}.`);
  const seconds = typeof duration === 'string' ? Number(/^(\d+(?:\.\d+)?)s$/.exec(duration)?.[1]) : Number.NaN;
  if (!(seconds >= 3 && seconds <= maxSeconds))
    throw invalid(`Invalid duration ${JSON.stringify(duration)}: write 3s to ${maxSeconds}s.`);
  return { seconds, aspectRatio, resolution, delivery };
}

/** Reads `generation_config`, which has no negative prompt. */
function configOf(given: unknown): Record<string, unknown> {
  const config = record(given ?? {}, 'generation_config');
  for (const name of Object.keys(config))
    if (!configFields.includes(name)) throw invalid(`Unknown parameter 'generation_config.${name}'.`);
  checkVideo(config.video_config);
  return config;
}

function checkVideo(video: unknown): void {
  if (video === undefined) return;
  const { task, ...unknown } = record(video, 'generation_config.video_config');
  const [unknownName] = Object.keys(unknown);
  if (unknownName !== undefined) throw invalid(`Unknown parameter 'generation_config.video_config.${unknownName}'.`);
  if (task !== undefined && !tasks.includes(String(task))) throw invalid(`Unsupported task ${JSON.stringify(task)}.`);
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalid(`Invalid value at '${name}'.`);
  return value as Record<string, unknown>;
}

function invalid(message: string): ProviderError {
  return interactionError(400, 'invalid_request', message);
}
