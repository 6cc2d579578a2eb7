export { partsOf } from './draw-parts.ts';
export { MANIFEST, POSTER, partName, readManifest } from './parts.ts';
export { RenderError, type RenderRequest } from './request.ts';
export { startRender } from './start-render.ts';
