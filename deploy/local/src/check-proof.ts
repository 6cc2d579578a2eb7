import { randomInt } from 'node:crypto';
import { rules } from '../rules/index.ts';
import { coverageRows, nameOf } from './coverage-rows.ts';
import { foldersFrom } from './folders.ts';
import { startProof } from './proof.ts';
import { chooseItems } from './proof-choice.ts';
import { proveRules } from './prove-rules.ts';
import { proveTexts } from './prove-texts.ts';
import { createRandom } from './random.ts';
import { problemsOf } from './rule-patch.ts';
import { ExpectedError, runTarget, say, seconds } from './say.ts';
import { problemsOfRows } from './text-changes.ts';

const ROWS_AT_MOST = 30;

/**
 * Undoes rules of security and money one at a time, in a separate checkout, then changes texts and rules of
 * web/e2e/coverage.md: the test that is named for each must fail. One survives when that test still passes. SEED=n repeats
 * a choice and its order. Without COUNT=n these are all rules and 30 rows, else n of each; ONLY=text selects those whose
 * name contains the text: `ASVS`, `/pricing`, and `coverage` for all rows. WHY=1 shows how each test failed.
 */
await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const seed = Number(env.SEED || randomInt(2 ** 31));
  const { ONLY: only = '', COUNT: count } = env;
  const rows = coverageRows(folders.root);
  const asked = count ? Number(count) : undefined;
  const chosenRules = chooseItems(rules, ({ id, says }) => `${id} ${says}`, { seed, only, count: asked });
  const most = asked ?? ROWS_AT_MOST;
  const chosenRows = chooseItems(rows, (row) => `coverage ${nameOf(row)}`, { seed, only, count: most });
  if (chosenRules.length + chosenRows.length === 0)
    throw new ExpectedError(`No rule or row has '${only}' in its name.`);
  say(`${chosenRules.length} of ${rules.length} rules, ${chosenRows.length} of ${rows.length} rows; SEED=${seed}.`);
  const problems = [
    ...chosenRules.flatMap((rule) => problemsOf(folders.root, rule)),
    ...problemsOfRows(folders.root, rows),
  ];
  if (problems.length > 0) throw new ExpectedError(problems.join('\n'));

  const began = performance.now();
  const survivors: string[] = [];
  const proof = await startProof(folders, env);
  try {
    if (chosenRules.length > 0) survivors.push(...(await proveRules(chosenRules, proof)));
    if (chosenRows.length > 0) survivors.push(...(await proveTexts(chosenRows, createRandom(seed), proof)));
  } finally {
    await proof.end();
  }
  const total = chosenRules.length + chosenRows.length;
  say(survivors.length === 0 ? `All ${total} were caught, in ${seconds(began)}.` : 'Not caught:');
  for (const survivor of survivors) say(`  ${survivor}`);
  return survivors.length === 0 ? 0 : 1;
});
