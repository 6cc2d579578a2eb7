import { bytesOf, type Entry, type Tree } from './tree.ts';

const BLOCK = 512;
const TYPE = { file: '0', link: '2', folder: '5', extended: 'x' };

/** A POSIX archive of a tree. Its owner is root and its times are 0, so that equal trees are equal bytes. */
export function* tarOf(tree: Tree): Generator<Buffer> {
  for (const [path, entry] of tree.entries()) {
    const name = path.slice(1) + (entry.kind === 'folder' ? '/' : '');
    const content = entry.kind === 'file' ? bytesOf(entry) : undefined;
    if (Buffer.byteLength(name) > 100 || (entry.kind === 'link' && Buffer.byteLength(entry.to) > 100)) {
      const records = Buffer.concat([
        record('path', name),
        ...(entry.kind === 'link' ? [record('linkpath', entry.to)] : []),
      ]);
      yield header({ name: 'extended', type: TYPE.extended, mode: 0o644, size: records.length, to: '' });
      yield* padded(records);
    }
    const to = entry.kind === 'link' ? entry.to : '';
    yield header({ name, type: TYPE[entry.kind], mode: modeOf(entry), size: content?.length ?? 0, to });
    if (content) yield* padded(content);
  }
  yield Buffer.alloc(2 * BLOCK);
}

const modeOf = (entry: Entry): number => (entry.kind === 'link' ? 0o777 : entry.mode);

function* padded(content: Buffer): Generator<Buffer> {
  yield content;
  yield Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
}

function header(of: { name: string; type: string; mode: number; size: number; to: string }): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  block.write(of.name.slice(0, 100), 0);
  block.write(octal(of.mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(of.size, 11), 124);
  block.write(octal(0, 11), 136);
  block.write(' '.repeat(8), 148);
  block.write(of.type, 156);
  block.write(of.to.slice(0, 100), 157);
  block.write('ustar\0' + '00', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)} `, 148);
  return block;
}

/** A record of an extended header begins with its own length, digits included. */
function record(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (String(length).length + Buffer.byteLength(rest) !== length)
    length = String(length).length + Buffer.byteLength(rest);
  return Buffer.from(length + rest);
}
