import { writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { type Style, styles } from '../src/local-renderer/request.ts';
import { createPicture } from '../src/local-renderer/stage/picture.ts';

/**
 * Eight moments of three seeds of each style on one sheet, to judge them by eye.
 * `node scripts/contact-sheet.ts <folder> [styles, e.g. v1,v8] [seeds] [moments] [width]`
 */
const [folder = '.', wanted = styles.join(','), seeds = '3', moments = '8', width = '180'] = process.argv.slice(2);
const size = { width: Number(width), height: (Number(width) * 16) / 9 };
const brand = { name: 'Casa Lume', occupation: 'Handmade candles', feel: 'warm', colours: [] };

for (const style of styles.filter((known) => wanted.split(',').includes(known))) {
  const columns = Number(moments);
  const sheet = createCanvas(columns * (size.width + 4), Number(seeds) * (size.height + 4));
  const pen = sheet.getContext('2d');
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
      size,
      size.width / 540,
    );
    const small = createCanvas(size.width, size.height);
    const smallPen = small.getContext('2d');
    for (let moment = 0; moment < columns; moment++) {
      const image = smallPen.createImageData(size.width, size.height);
      image.data.set(picture.draw((8 * (moment + 0.5)) / columns, moment));
      smallPen.putImageData(image, 0, 0);
      pen.drawImage(small, moment * (size.width + 4), seed * (size.height + 4));
    }
  }
  await writeFile(`${folder}/sheet-${style}.png`, await sheet.encode('png'));
  process.stdout.write(`${style}: ${Math.round(performance.now() - started)} ms\n`);
}
