import { installDebianPackages } from './apt.ts';
import { askVersion } from './command.ts';
import { fetched, given, type Tool } from './tool.ts';

export interface Ffmpeg {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

const OLDEST_MAJOR = 5;

/** ffmpeg with x264: FFMPEG_PATH and FFPROBE_PATH, else the PATH's, else Debian's. */
export async function bringFfmpeg(env: NodeJS.ProcessEnv): Promise<Tool<Ffmpeg>> {
  const paths = { ffmpeg: env.FFMPEG_PATH || 'ffmpeg', ffprobe: env.FFPROBE_PATH || 'ffprobe' };
  const present = await fittingVersion(paths);
  if (present) return given('ffmpeg', paths, `${present}, found`);

  const started = performance.now();
  const megabytes = await installDebianPackages(`ffmpeg ${OLDEST_MAJOR} or newer with x264`, ['ffmpeg']);
  const debian = { ffmpeg: '/usr/bin/ffmpeg', ffprobe: '/usr/bin/ffprobe' };
  return fetched('ffmpeg', debian, (await fittingVersion(debian)) ?? 'unknown version', megabytes, started);
}

async function fittingVersion(paths: Ffmpeg): Promise<string | undefined> {
  const [encoder, prober] = await Promise.all([
    askVersion(paths.ffmpeg, ['-version']),
    askVersion(paths.ffprobe, ['-version']),
  ]);
  const version = /ffmpeg version n?(\d+)(\.[\d.]+)?/.exec(encoder ?? '');
  if (!version || !prober || !encoder?.includes('--enable-libx264')) return undefined;
  return Number(version[1]) >= OLDEST_MAJOR ? `${version[1]}${version[2] ?? ''}` : undefined;
}
