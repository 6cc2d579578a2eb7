export { partsOf } from './draw-parts.ts';
export { MANIFEST, POSTER, partName, readManifest } from './parts.ts';
export { RenderError, type RenderRequest } from './request.ts';
export { createRandom, type Random } from './stage/random.ts';
export { startRender } from './start-render.ts';
