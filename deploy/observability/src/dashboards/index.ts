import { data } from './data.ts';
import { gateway } from './gateway.ts';
import { pipeline } from './pipeline.ts';
import { promises } from './promises.ts';
import { services } from './services.ts';

/** The boards by the name of their file. */
export const dashboards = { promises, gateway, services, pipeline, data };
