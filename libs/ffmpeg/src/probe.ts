import { type Limits, runConfined } from './run-confined.ts';

interface Stream {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly nb_frames?: string;
  /** Present with the argument `-count_packets`. */
  readonly nb_read_packets?: string;
}

export interface ProbeResult {
  readonly format: { readonly format_name?: string; readonly duration?: string };
  readonly streams: readonly Stream[];
}

const LIMITS: Limits = { seconds: 20, megabytes: 1_024 };

/**
 * Arguments that open a file as one of these demuxers and nothing else: neither an address, nor another file that a
 * playlist or a reference in it names.
 */
export function inputFrom(path: string, demuxers: readonly string[]): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', demuxers.join(','), '-i', `file:${path}`];
}

/** @param extraArgs arguments of ffprobe @throws Overtime, Unstartable; Error for a broken file, or one of another format */
export async function probe(
  ffprobePath: string,
  path: string,
  demuxers: readonly string[],
  extraArgs: readonly string[] = [],
): Promise<ProbeResult> {
  const args = ['-v', 'error', '-threads', '1', '-show_format', '-show_streams', '-of', 'json'];
  const { format = {}, streams = [] } = JSON.parse(
    await runConfined(ffprobePath, [...args, ...extraArgs, ...inputFrom(path, demuxers)], LIMITS),
  ) as Partial<ProbeResult>;
  return { format, streams };
}
