import { runService } from '@reelwright/service';
import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';

await runService({ name: 'scheduling', loadConfig, env: process.env, buildApp });
