declare module 'subset-font' {
  type Axis = number | { min: number; max: number };

  /** Keeps the given letters of a font. A number fixes an axis; a range limits it. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes?: Record<string, Axis> },
  ): Promise<Buffer>;
}
