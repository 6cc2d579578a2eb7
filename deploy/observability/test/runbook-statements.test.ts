import { join } from 'node:path';
import { createTestDatabase } from '@reelwright/testing';
import { migratedTemplate } from '@reelwright/testing/migrated-template';
import pg from 'pg';
import { root } from '../src/rules.ts';
import { readRunbooks, type SqlStatement, statementsOf } from '../src/runbooks.ts';

const SLOW_MS = 120_000;
/** A statement for the service of the alert is checked in the database of auth: it reads what all of them have. */
const byService = Object.entries(
  Object.groupBy(readRunbooks().flatMap(statementsOf), ({ service = 'auth' }) => service),
);

it.each(byService)(
  'the statements of runbooks for the database of %s name its tables and columns',
  async (service, statements: readonly SqlStatement[] = []) => {
    const database = await createTestDatabase({
      name: `runbooks_${service}`,
      template: await migratedTemplate(join(root, 'services', service, 'migrations')),
    });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      for (const { text } of statements) await client.query(`explain ${text}`);
    } finally {
      await client.end();
      await database.drop();
    }
  },
  SLOW_MS,
);
