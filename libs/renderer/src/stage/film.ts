/** A picture in linear light: three numbers per pixel, the first row is the top one. */
export interface Film {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array;
}

export function createFilm(width: number, height: number): Film {
  return { width, height, rgb: new Float32Array(width * height * 3) };
}
