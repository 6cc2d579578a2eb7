import pg from 'pg';

/** The texts that each check constraint allows, sorted, by the constraint's name. */
export async function checkedTexts(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; definition: string }>(`
      select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
       where contype = 'c' and connamespace = 'public'::regnamespace`);
    return Object.fromEntries(
      rows
        .filter(({ definition }) => definition.includes("= ANY (ARRAY['"))
        .map(({ name, definition }) => [name, textsOf(definition).sort()]),
    );
  } finally {
    await client.end();
  }
}

const textsOf = (definition: string): string[] =>
  [...definition.matchAll(/'([^']*)'::text/g)].map(([, text = '']) => text);

/** The members of a union, sorted: the compiler rejects a table that has one too few or too many. */
export const membersOf = <Member extends string>(members: Record<Member, true>): string[] =>
  Object.keys(members).sort();
