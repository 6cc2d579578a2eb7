import type { VideoRequest } from '../jobs/generation-job.ts';

/** The look of each style, as a video model is told it. */
const scenes: Readonly<Record<string, string>> = {
  v1: 'A hydraulic press slowly squeezes a glossy translucent glass object that bulges, ripples and bursts into droplets. Macro lens, soft studio light, satisfying physics.',
  v2: 'A smooth cinematic drone flight that begins low over one famous landscape and rises into a wide reveal at golden hour.',
  v3: 'A continuous zoom that begins with the whole Earth seen from space and dives through clouds to one inviting place on the ground.',
  v4: 'An empty room fills itself: furniture and decoration burst in from every side and settle into a finished, beautiful interior. Fixed wide shot.',
  v5: 'A charming original animated character with big expressive eyes goes through a tiny story in a warm, softly lit world. High-quality 3D animation.',
  v6: 'A friendly original animated character faces the camera and says the message with clear mouth movement and lively gestures.',
  v7: 'Extreme close-up of impossible, jewel-like food being cut, poured and cracked. Crisp textures, dark background, rim light.',
  v8: 'A fast hand-held run through a neon city street at night, speed ramps, reflections on wet ground, light trails.',
};

const MAX_NOTES = 1_000;

/**
 * The prompt for one video. The user's words are quoted as content, so that they describe the video and do not change
 * what it is asked for; the variation asks for a different take of the same idea.
 */
export function promptFor(request: VideoRequest, variation: number): string {
  const { brand, notes, includeAudio } = request;
  const about =
    brand && [brand.name, brand.occupation, brand.feel && `a ${brand.feel} feel`].filter(Boolean).join(', ');
  return [
    scenes[request.videoType] ?? scenes.v1,
    'Vertical 9:16 video of eight seconds with a beginning, a turn and an end. No logos, no watermarks, no on-screen text.',
    about && `It is made for: "${tidy(about)}".`,
    brand?.colours.length ? `Favour these colours: ${brand.colours.join(', ')}.` : undefined,
    notes.trim() && `The creator's notes, to be followed where they describe the scene: "${tidy(notes)}".`,
    variation > 0 ? `This is take ${variation + 1}: choose another setting, angle and palette than before.` : undefined,
    includeAudio ? 'Natural sound that fits the scene.' : 'No sound.',
  ]
    .filter(Boolean)
    .join(' ');
}

function tidy(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll('"', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NOTES);
}
