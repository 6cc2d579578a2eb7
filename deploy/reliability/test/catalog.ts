import pg from 'pg';

/** A schema's objects in PostgreSQL's catalogs, one line for each property: `<relation or function>: <property>`. */
const CATALOG = `
  with relations as (
    select oid, relname, relkind, relpersistence, reloptions, relispartition, relpartbound, relreplident
      from pg_class where relnamespace = 'public'::regnamespace
  ), lines as (
    select relname as name, concat_ws(' ', 'kind', relkind, relpersistence, relreplident, reloptions::text,
             pg_get_expr(relpartbound, oid), case when relkind = 'p' then pg_get_partkeydef(oid) end) as line
      from relations
    union all
    select relname, concat_ws(' ', 'column', row_number() over (partition by r.oid order by attnum), attname,
             format_type(atttypid, atttypmod), attcollation, case when attnotnull then 'not null' end,
             'identity', attidentity, 'generated', attgenerated, 'storage', attstorage, pg_get_expr(adbin, adrelid))
      from relations r join pg_attribute a on attrelid = r.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = r.oid and adnum = attnum
     where relkind not in ('i', 'I')
    union all
    select relname, concat_ws(' ', 'constraint', conname, pg_get_constraintdef(c.oid), condeferrable, convalidated)
      from relations r join pg_constraint c on conrelid = r.oid
    union all
    select relname, pg_get_indexdef(indexrelid) || case when indisvalid then '' else ' invalid' end
      from relations r join pg_index on indrelid = r.oid
    union all
    select relname, concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled)
      from relations r join pg_trigger t on tgrelid = r.oid and not tgisinternal
    union all
    select relname, concat_ws(' ', 'sequence', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcycle)
      from relations r join pg_sequence on seqrelid = r.oid
    union all
    select relname, 'view ' || pg_get_viewdef(oid) from relations where relkind in ('v', 'm')
    union all
    select proname, pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace and prokind <> 'a'
    union all
    select typname, concat_ws(' ', 'type', typtype, pg_get_expr(typdefaultbin, 0),
             (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
      from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
    union all
    select extname, 'extension ' || extversion from pg_extension
  )
  select name || ': ' || line as line from lines order by 1`;

/** Reads the schema as lines. @param only the relations and functions to read, all when left out */
export async function readCatalog(url: string, only?: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(CATALOG);
    const lines = rows.map(({ line }) => line);
    return only ? lines.filter((line) => only.includes(line.slice(0, line.indexOf(':')))) : lines;
  } finally {
    await client.end();
  }
}
