export { keptFiles, listedFiles, MANIFEST } from './kept-parts.ts';
export { RenderError, type RenderRequest } from './request.ts';
export { startRender } from './start-render.ts';
