import { installDebianPackages } from './apt.ts';
import { readVersion } from './command.ts';
import { fetchedTool, foundTool, type Tool } from './tool.ts';

export interface Ffmpeg {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

const OLDEST_MAJOR = 5;

/** ffmpeg with x264: FFMPEG_PATH and FFPROBE_PATH, else the PATH's, else Debian's. */
export async function ensureFfmpeg(env: NodeJS.ProcessEnv): Promise<Tool<Ffmpeg>> {
  const paths = { ffmpeg: env.FFMPEG_PATH || 'ffmpeg', ffprobe: env.FFPROBE_PATH || 'ffprobe' };
  const version = await fittingVersion(paths);
  if (version) return foundTool('ffmpeg', paths, `${version}, found`);

  const started = performance.now();
  const megabytes = await installDebianPackages(`ffmpeg ${OLDEST_MAJOR} or newer with x264`, ['ffmpeg']);
  const debian = { ffmpeg: '/usr/bin/ffmpeg', ffprobe: '/usr/bin/ffprobe' };
  return fetchedTool('ffmpeg', debian, (await fittingVersion(debian)) ?? 'unknown version', megabytes, started);
}

async function fittingVersion(paths: Ffmpeg): Promise<string | undefined> {
  const [encoder, prober] = await Promise.all([
    readVersion(paths.ffmpeg, ['-version']),
    readVersion(paths.ffprobe, ['-version']),
  ]);
  const match = /ffmpeg version n?(\d+)(\.[\d.]+)?/.exec(encoder ?? '');
  if (!match || !prober || !encoder?.includes('--enable-libx264')) return undefined;
  return Number(match[1]) >= OLDEST_MAJOR ? `${match[1]}${match[2] ?? ''}` : undefined;
}
