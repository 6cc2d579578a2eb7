/** A picture in linear light: three numbers per pixel, the first row is the top one. */
export interface Film {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array;
}

export function createFilm(width: number, height: number): Film {
  return { width, height, rgb: new Float32Array(width * height * 3) };
}

/** Reads an element that is known to exist, without a check for undefined in the inner loops. */
export function at(array: Float32Array | Float64Array | Uint8Array | Int32Array, index: number): number {
  return array[index] as number;
}
