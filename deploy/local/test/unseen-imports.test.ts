import { unseenImports } from '../src/unseen-imports.ts';

it.each([
  ['a type', "type Post = import('../posts/post.ts').Post;"],
  ['a type of a value', "type Upper = Parameters<typeof import('../posts/post.ts').transition>;"],
  ['a type in a signature', "function up(db: Kysely<import('../src/database.ts').Db>): void {}"],
  ['a type over several lines', "type Post = import(\n  // ours\n  '../posts/post.ts'\n).Post;"],
  ['a type after a comment', "type Post = import /* ours */ ('../posts/post.ts').Post;"],
  ['a name that is computed', 'const { post } = await import(live);'],
  ['a name with a part that is computed', 'await import(`../posts/$' + '{name}.ts`);'],
  ['an assignment', "import post = require('../posts/post.ts');"],
])('%s is imported where the boundaries do not see it', (_, text) => {
  expect(unseenImports('services/publishing/src/budgets/days.ts', `\n${text}`)).toEqual([
    expect.stringMatching(/^services\/publishing\/src\/budgets\/days\.ts:2: /),
  ]);
});

it.each([
  ['a statement', "import type { Post } from '../posts/post.ts';\nimport { transition } from '../posts/post.ts';"],
  ['a module that is loaded at first use', "const { post } = await import('../posts/post.ts');"],
  ['prose', "/** {@link import('../posts/post.ts')} */\nconst text = \"import('../posts/post.ts').Post\";"],
])('%s is seen', (_, text) => {
  expect(unseenImports('services/publishing/src/budgets/days.ts', text)).toEqual([]);
});

it('a loader of migrations imports names that it finds', () => {
  expect(unseenImports('libs/postgres/src/migration-files.ts', 'await import(file);')).toEqual([]);
});
