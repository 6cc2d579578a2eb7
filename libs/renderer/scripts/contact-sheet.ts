import { writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { type Style, styles } from '@reelwright/product';
import { type Level, type LevelName, levels } from '../src/levels.ts';
import { createPicture } from '../src/stage/picture.ts';

/**
 * Draws eight moments of three seeds of each style on one sheet, to be judged by eye. With a level, each moment is drawn as in
 * a clip of that level and then scaled down.
 * `node scripts/contact-sheet.ts <folder> [styles, e.g. v1,v8] [seeds] [moments] [width] [level, e.g. least]`
 */
const [folder = '.', requestedStyles = styles.join(','), seeds = '3', moments = '8', width = '180', levelName] =
  process.argv.slice(2);
const level = levels[levelName as LevelName] as Level | undefined;
const size = { width: Number(width), height: (Number(width) * 16) / 9 };
const drawnSize = level ? { width: 1080, height: 1920 } : size;
const brand = { name: 'Casa Lume', occupation: 'Handmade candles', feel: 'warm', colours: [] };

for (const style of styles.filter((candidate) => requestedStyles.split(',').includes(candidate))) {
  const columns = Number(moments);
  const sheet = createCanvas(columns * (size.width + 4), Number(seeds) * (size.height + 4));
  const pen = sheet.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  const started = performance.now();
  for (let seed = 0; seed < Number(seeds); seed++) {
    const picture = createPicture(
      {
        videoId: `sheet-${seed}`,
        variation: 0,
        style: style as Style,
        notes: seed === 0 ? '' : 'Light the evening. Slowly.',
        brand: seed === 1 ? brand : null,
      },
      drawnSize,
      level?.detail ?? size.width / 540,
      { smooth: level?.smooth ?? false },
    );
    const frame = createCanvas(drawnSize.width, drawnSize.height);
    const framePen = frame.getContext('2d');
    for (let moment = 0; moment < columns; moment++) {
      const image = framePen.createImageData(drawnSize.width, drawnSize.height);
      image.data.set(picture.draw((8 * (moment + 0.5)) / columns, moment));
      framePen.putImageData(image, 0, 0);
      pen.drawImage(frame, moment * (size.width + 4), seed * (size.height + 4), size.width, size.height);
    }
  }
  await writeFile(`${folder}/sheet-${style}.png`, await sheet.encode('png'));
  process.stdout.write(`${style}: ${Math.round(performance.now() - started)} ms\n`);
}
