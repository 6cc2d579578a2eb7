import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type createBenchmark, table } from '@reelwright/benchmark';
import type { Style } from '@reelwright/product';
import type { LevelName } from '../src/levels.ts';
import type { RenderRequest } from '../src/request.ts';
import { measureRender, OWN_COMMAND, type RenderCost } from './render-cost.ts';

const GOALS = { share: 0.5, ssim: 0.99 };
/** Length of the compared clips, so that a quick look can be shorter. */
const SECONDS = Number(process.env.SECONDS || 8);

/**
 * Renders the same clip of each style with the renderer of an old checkout and with this one. Processor time, unlike wall time,
 * means something on a busy machine too; the order alternates, because what else runs there still slows both.
 */
export async function compareWithOld(
  checkout: string,
  styles: readonly Style[],
  requestOf: (style: Style, videoId: string, quality: LevelName, name: string) => RenderRequest,
  ffmpeg: string,
  benchmark: ReturnType<typeof createBenchmark>,
): Promise<void> {
  const rows: string[][] = [];
  for (const [index, style] of styles.entries()) {
    const [old, fresh] = ['old', 'new'].map((name) => ({
      ...requestOf(style, 'bench-a', 'full', name),
      seconds: SECONDS,
    }));
    if (!old || !fresh) continue;
    const renderOld = () => measureRender(old, join(checkout, 'libs/renderer/src/render.ts'));
    const renderNew = () => measureRender(fresh, OWN_COMMAND);
    let [before, after]: (RenderCost | undefined)[] = [];
    if (index % 2 === 0) before = await renderOld();
    after = await renderNew();
    before ??= await renderOld();
    const share = secondsOf(after) / secondsOf(before);
    const ssim = likeness(ffmpeg, old.outputPath, fresh.outputPath);
    const parts = [before, after].flatMap((cost) => [secondsOf(cost), cost.rendererSeconds, cost.encoderSeconds]);
    rows.push([style, ...parts.map((seconds) => seconds.toFixed(1)), share.toFixed(2), ssim.toFixed(4)]);
    process.stdout.write(`${rows.at(-1)?.join(' ')}\n`);
    benchmark.expect(
      `${style} takes at most half the processor time`,
      share <= GOALS.share,
      `${share.toFixed(2)} of the old commit's`,
    );
    benchmark.expect(`${style} looks the same`, ssim >= GOALS.ssim, `SSIM ${ssim.toFixed(4)}`);
  }
  const head = ['style', 'old cpu s', 'drawing', 'encoding', 'new cpu s', 'drawing', 'encoding', 'new/old', 'SSIM'];
  process.stdout.write(`\nThe old commit against this one\n${table(head, rows).join('\n')}\n`);
}

function secondsOf({ rendererSeconds, encoderSeconds }: RenderCost): number {
  return rendererSeconds + encoderSeconds;
}

/** Structural similarity of two clips over all frames and planes, from ffmpeg's filter: 1 for equal pictures. */
function likeness(ffmpeg: string, one: string, other: string): number {
  const args = ['-hide_banner', '-nostats', '-i', one, '-i', other, '-lavfi', '[0:v][1:v]ssim', '-f', 'null', '-'];
  const { stderr } = spawnSync(ffmpeg, args, { encoding: 'utf8' });
  const all = / All:([\d.]+)/.exec(stderr)?.[1];
  if (!all) throw new Error(`The clips could not be compared: ${stderr.slice(-500)}`);
  return Number(all);
}
