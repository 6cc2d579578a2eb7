import type { ProviderError } from '../../core/provider-error.ts';
import { genaiError } from '../errors.ts';

export const veoModels: readonly string[] = [
  'veo-3.1-generate-001',
  'veo-3.1-fast-generate-001',
  'veo-3.1-lite-generate-001',
];

export interface VeoRequest {
  prompt: string;
  /** The parameters as received, for the journal. */
  parameters: Record<string, unknown>;
  samples: number;
  seconds: number;
  aspectRatio: string;
  resolution: string;
  audio: boolean;
  storageUri: string | null;
}

const maxImageBytes = 20 * 1024 ** 2;
const instanceFields = ['prompt', 'image', 'lastFrame', 'video', 'mask', 'referenceImages'];

/**
 * Reads the body of predictLongRunning as strictly as the original; the official client checks nothing.
 * @throws 400 INVALID_ARGUMENT
 */
export function veoRequest(body: unknown, model: string): VeoRequest {
  const { instances, parameters = {}, labels: _labels, ...unknown } = record(body, 'body');
  const [stray] = Object.keys(unknown);
  if (stray !== undefined) throw unknownName(stray);
  if (!Array.isArray(instances) || instances.length !== 1) throw genaiError(400, 'Exactly one instance is required.');
  const instance = record(instances[0], 'instances[0]');
  for (const name of Object.keys(instance)) if (!instanceFields.includes(name)) throw unknownName(name, 'instances[0]');
  const { prompt } = instance;
  if (prompt !== undefined && typeof prompt !== 'string') throw genaiError(400, 'Prompt must be a text.');
  if ((prompt === undefined || prompt.trim() === '') && instance.image === undefined)
    throw genaiError(400, 'Text prompt or image is required.');
  checkImage(instance.image, 'image');
  checkImage(instance.lastFrame, 'lastFrame');
  if (instance.lastFrame !== undefined && instance.image === undefined)
    throw genaiError(400, 'lastFrame needs an image as the first frame.');
  if (instance.referenceImages !== undefined) checkReferences(instance, model);

  const given = record(parameters, 'parameters');
  for (const [name, value] of Object.entries(given)) checkParameter(name, value, model);
  return {
    prompt: prompt ?? '',
    parameters: given,
    samples: (given.sampleCount as number | undefined) ?? 1,
    seconds: (given.durationSeconds as number | undefined) ?? 8,
    aspectRatio: (given.aspectRatio as string | undefined) ?? '16:9',
    resolution: (given.resolution as string | undefined) ?? '720p',
    audio: (given.generateAudio as boolean | undefined) ?? true,
    storageUri: (given.storageUri as string | undefined) ?? null,
  };
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isText = (value: unknown): boolean => typeof value === 'string';
const isWhole = (from: number, to: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
const isOneOf =
  (...allowed: readonly unknown[]) =>
  (value: unknown) =>
    allowed.includes(value);

const parameterChecks: Readonly<Record<string, (value: unknown, model: string) => boolean>> = {
  sampleCount: isWhole(1, 4),
  durationSeconds: isOneOf(4, 6, 8),
  aspectRatio: isOneOf('16:9', '9:16'),
  resolution: (value, model) => isOneOf('720p', '1080p')(value) || (value === '4k' && model === 'veo-3.1-generate-001'),
  seed: isWhole(0, 0xffffffff),
  fps: isOneOf(24),
  generateAudio: isBoolean,
  enhancePrompt: isOneOf(true),
  negativePrompt: isText,
  storageUri: (value) => isText(value) && String(value).startsWith('gs://'),
  pubsubTopic: isText,
  compressionQuality: isOneOf('optimized', 'lossless', 'OPTIMIZED', 'LOSSLESS'),
  resizeMode: isOneOf('pad', 'crop'),
  personGeneration: (value) =>
    isText(value) && ['allow_adult', 'allow_all', 'dont_allow', 'disallow'].includes(String(value).toLowerCase()),
};

function checkParameter(name: string, value: unknown, model: string): void {
  const fits = parameterChecks[name];
  if (!fits) throw unknownName(name, 'parameters');
  if (!fits(value, model)) throw genaiError(400, `Unsupported value for parameter ${name}: ${JSON.stringify(value)}.`);
}

function checkImage(image: unknown, name: string): void {
  if (image === undefined) return;
  const { bytesBase64Encoded, gcsUri, mimeType } = record(image, name);
  if (bytesBase64Encoded === undefined && gcsUri === undefined)
    throw genaiError(400, `${name} has neither bytesBase64Encoded nor gcsUri.`);
  if (typeof bytesBase64Encoded === 'string' && Buffer.byteLength(bytesBase64Encoded, 'base64') > maxImageBytes)
    throw genaiError(400, `${name} is larger than 20 MB.`);
  if (mimeType !== 'image/png' && mimeType !== 'image/jpeg')
    throw genaiError(400, `Unsupported mimeType of ${name}: ${JSON.stringify(mimeType)}.`);
}

/** Up to three images of one subject, instead of a first frame. */
function checkReferences({ referenceImages, image }: Record<string, unknown>, model: string): void {
  if (model.includes('lite')) throw genaiError(400, 'Reference images are not supported by this model.');
  if (image !== undefined) throw genaiError(400, 'image and referenceImages cannot be used together.');
  if (!Array.isArray(referenceImages) || referenceImages.length === 0 || referenceImages.length > 3)
    throw genaiError(400, 'One to three reference images are supported.');
  for (const [at, given] of referenceImages.entries()) {
    const { image: picture, referenceType } = record(given, `referenceImages[${at}]`);
    // The official client writes it in capitals, the documentation does not.
    if (String(referenceType).toLowerCase() !== 'asset')
      throw genaiError(400, `Unsupported referenceType: ${JSON.stringify(referenceType)}.`);
    checkImage(record(picture, `referenceImages[${at}].image`), `referenceImages[${at}].image`);
  }
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw genaiError(400, `Invalid value at '${name}'.`);
  return value as Record<string, unknown>;
}

function unknownName(name: string, at?: string): ProviderError {
  return genaiError(
    400,
    `Invalid JSON payload received. Unknown name "${name}"${at === undefined ? '' : ` at '${at}'`}: Cannot find field.`,
  );
}
