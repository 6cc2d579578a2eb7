/**
 * The prompt text of one style, the same for every remote model. Its fields are the parts of Google's Veo prompt guide
 * (cloud.google.com, "Veo on Vertex AI video generation prompt guide"): subject, action, style, camera and lens,
 * composition (the angle), light and ambiance, sound, and the negative prompt.
 */
export interface PromptTemplate {
  /** Increment it with every change of the text; `prompt-versions.test.ts` checks it. */
  readonly version: number;
  /** Genre and finish: "Photorealistic macro film …". */
  readonly look: string;
  /** The subject; a setting follows it. */
  readonly subject: string;
  /** The picture of seconds 0 to 3, as a clause in the present tense. */
  readonly beginning: string;
  /** Seconds 3 to 6. */
  readonly turn: string;
  /** Seconds 6 to 8, the final picture. */
  readonly end: string;
  /** Movement and lens; follows an angle. */
  readonly camera: string;
  /** The light source; a weather follows it. */
  readonly light: string;
  /** The sounds, without speech. */
  readonly sound: string;
  /** Things that must not be seen, as nouns: the guide says to name them without "no" or "don't". */
  readonly unwanted: readonly string[];
  /** For a style with speech: who speaks, how, and the words when the notes have none. */
  readonly speech?: { readonly who: string; readonly how: string; readonly otherwise: string };
  /** The places; two variations in a row never have the same. */
  readonly settings: readonly string[];
  readonly angles: readonly string[];
  /** Used when the brand has no colours. */
  readonly palettes: readonly string[];
  readonly weathers: readonly string[];
}
