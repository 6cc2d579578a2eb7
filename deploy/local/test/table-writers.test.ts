import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { otherWriters } from '../src/table-writers.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'table-writers-'));
  mkdirSync(join(root, 'services/mail/src/letters'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const repository = 'services/mail/src/letters/letter.repository.ts';
const found = () => otherWriters(root, [{ table: 'letters', by: repository }]);
const write = (file: string, text: string) => writeFileSync(join(root, file), text);

test('the repository of a table may write it, and everyone may read it', () => {
  write(repository, "db.insertInto('letters'); db.updateTable('letters'); sql`delete from letters`;");
  write(
    'services/mail/src/letters/read.ts',
    "db.selectFrom('letters'); // an update of letters\nsql`select from letters`;",
  );
  expect(found()).toEqual([]);
});

test.each([
  "db.insertInto('letters')",
  "db\n  .updateTable('letters as l')",
  "db.deleteFrom(\n    'letters')",
  'sql`insert into letters (id) values (1)`',
  'sql`with sent as (\n  update letters set sent = true) select`',
  'sql`DELETE FROM letters`',
])('another writer is named with its line: %j', (text) => {
  write('services/mail/src/send.ts', `const first = 1;\n${text};`);
  expect(found()).toHaveLength(1);
  expect(found()[0]).toMatch(
    /^services\/mail\/src\/send\.ts:[23] writes letters: only .*letter\.repository\.ts may\.$/,
  );
});

test('a table whose name only begins alike is another one', () => {
  write('services/mail/src/send.ts', "db.updateTable('letters_sent')");
  expect(found()).toEqual([]);
});
