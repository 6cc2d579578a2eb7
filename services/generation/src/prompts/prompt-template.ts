/**
 * The prompt text of one style, the same for every remote model. What a template names are the parts that
 * Google's Veo prompt guide (cloud.google.com, "Veo on Vertex AI video generation prompt guide") asks for: subject,
 * action, style, camera and lens, composition (the angle), light and ambiance, sound; and what it calls the negative prompt.
 */
export interface PromptTemplate {
  /** Raised with every change of the text; `prompt-versions.test.ts` checks it. */
  readonly version: number;
  /** Genre and finish: "Photorealistic macro film …". */
  readonly look: string;
  /** Who or what it is about; a setting follows it. */
  readonly subject: string;
  /** What is seen in seconds 0 to 3, as a clause in the present. */
  readonly beginning: string;
  /** Seconds 3 to 6. */
  readonly turn: string;
  /** Seconds 6 to 8, a last picture one wants to look at. */
  readonly end: string;
  /** Movement and lens; follows an angle. */
  readonly camera: string;
  /** Where the light comes from; a weather follows it. */
  readonly light: string;
  /** What is heard, without any speech. */
  readonly sound: string;
  /** What must not be seen, as nouns: the guide's rule is to name it plainly, without "no" or "don't". */
  readonly unwanted: readonly string[];
  /** Somebody speaks: how, and what when the notes hold nothing to say. */
  readonly speech?: { readonly who: string; readonly how: string; readonly otherwise: string };
  /** Where it happens; no two variations in a row have the same. */
  readonly settings: readonly string[];
  readonly angles: readonly string[];
  /** Used where the brand has no colours of its own. */
  readonly palettes: readonly string[];
  readonly weathers: readonly string[];
}
