import { ensureDatabases } from './databases.ts';
import { ExpectedError, runTarget, say } from './say.ts';

/** `ADMIN_DATABASE_URL=… node databases-command.ts` creates the missing roles and databases, and sets the roles' passwords. */
await runTarget(async () => {
  const { ADMIN_DATABASE_URL: url } = process.env;
  if (!url) throw new ExpectedError('ADMIN_DATABASE_URL is not set: it names the server and its administrator.');
  const created = await ensureDatabases(url);
  say(`${created.length} new databases`);
  return 0;
});
