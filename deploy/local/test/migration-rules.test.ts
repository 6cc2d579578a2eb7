import { brokenRules } from '../src/migration-rules.ts';

type Statement = string | [string, ...unknown[]];
const primaryKeys = { posts: ['id'], settings: ['name'], days: ['user_id', 'day'], 'public.posts': ['id'] };
const check = (sent: Statement[], options: { transaction?: boolean; accepted?: Record<string, string> } = {}) => {
  const statements = sent.map((each) => {
    const [sql, ...parameters] = typeof each === 'string' ? [each] : each;
    return { sql, parameters };
  });
  return brokenRules({
    name: '0099-change',
    transaction: true,
    accepted: {},
    primaryKeys,
    notRun: [],
    statements,
    ...options,
  });
};
const namesOf = (problems: string[]) => problems.map((problem) => /\[(.*)\]$/.exec(problem)?.[1]);

describe('a migration in a transaction is refused', () => {
  it.each([
    ['alter table posts rename column state to status', 'rename'],
    ['alter table posts rename to entries', 'rename'],
    ['alter table posts set schema archive', 'rename'],
    ['alter table users rename constraint users_email_key to email_key', 'rename'],
    ['alter index users_email_key rename to email_key', 'rename'],
    ['alter index posts rename to entries', 'rename'],
    ["alter type kind rename value 'a' to 'b'", 'rename'],
    ['alter table posts drop column notes', 'drop'],
    ['create table if not exists posts (id int); alter table posts drop column notes', 'drop'],
    ['create table archive.posts (id int); alter table posts drop column notes', 'drop'],
    ['alter table inbox drop constraint inbox_pkey', 'drop-constraint'],
    ['drop table posts', 'drop'],
    ['drop view due_posts', 'drop'],
    ['alter table posts add column kind text not null', 'required-column'],
    ['alter table posts add column kind text not null default null', 'required-column'],
    ['alter table posts add column kind text not null default null::text', 'required-column'],
    ['alter table posts add column token uuid default gen_random_uuid()', 'volatile-default'],
    ['alter table posts add column number bigserial', 'volatile-default'],
    ['alter table posts add column number bigint generated always as identity', 'volatile-default'],
    ['alter table posts alter column kind drop default', 'drop-default'],
    ['alter table posts alter column kind set not null', 'set-not-null'],
    ['alter table posts add constraint p primary key using index i', 'set-not-null'],
    ['alter table posts alter column kind type integer using kind::integer', 'change-type'],
    ["alter table posts add constraint posts_kind_check check (kind in ('a'))", 'constraint-not-valid'],
    ['alter table posts add constraint p foreign key (user_id) references users (id)', 'constraint-not-valid'],
    ["alter table posts add column kind text check (kind in ('a'))", 'constraint-not-valid'],
    ['alter table posts add constraint posts_kind_key unique (kind)', 'unique-constraint'],
    ['alter table posts add column kind text unique', 'unique-constraint'],
    ['alter table posts add primary key (id)', 'unique-constraint'],
    ['alter table posts add constraint p exclude using gist (span with &&)', 'unique-constraint'],
    ['alter table posts validate constraint posts_kind_check', 'validate-in-transaction'],
    ['create index posts_kind_idx on posts (kind)', 'index-concurrently'],
    ['drop index posts_kind_idx', 'index-concurrently'],
    ['reindex table posts', 'index-concurrently'],
    ['lock table posts in share mode', 'lock-table'],
    ['set lock_timeout = 0; alter table posts add column kind text', 'long-lock-timeout'],
    ["set local lock_timeout = '1min'; alter table posts add column kind text", 'long-lock-timeout'],
    ["update posts set kind = 'a'", 'whole-table'],
    ["update posts set kind = 'a' where kind is null", 'whole-table'],
    ['update posts set kind = (select name from kinds limit 1)', 'whole-table'],
    ['update posts set kind = 1 where kind in (select name from kinds limit 1)', 'whole-table'],
    ['update posts set kind = 1 where id not in (select id from posts limit 5000)', 'whole-table'],
    ['update posts set kind = 1 where exists (select from posts limit 1)', 'whole-table'],
    ['update posts set kind = 1 where id in (select id from posts limit null)', 'whole-table'],
    ['update posts set kind = ctid::text', 'whole-table'],
    ["delete from posts where ctid >= '(0,0)'", 'whole-table'],
    ["delete from posts where ctid >= '(0,0)' and ctid <> '(5,0)'", 'whole-table'],
    ["delete from posts where kind is null or ctid >= '(0,0)' and ctid < '(500,0)'", 'whole-table'],
    ['with old as (delete from posts returning *) select count(*) from old', 'whole-table'],
    ['insert into entries (id) select id from posts', 'whole-table'],
    ['insert into entries (id) select id from posts where kind = (select name from kinds limit 1)', 'whole-table'],
    ['with few as (select 1 limit 1) insert into entries (id) select id from posts', 'whole-table'],
    ['create table copies as select * from posts', 'whole-table'],
    ["insert into outbox (topic) values ('a')", 'events'],
    ["with event as (insert into outbox (topic) values ('a')) select 1", 'events'],
    ['truncate posts', 'rewrite'],
    ['alter table posts set unlogged', 'rewrite'],
    ['alter table posts add column total integer generated always as (a + b) stored', 'rewrite'],
    ['do $$ begin update posts set kind = 1; end $$', 'hidden-statements'],
    ['alter table posts add column kind text not null default nullif(1, 1)', 'required-column'],
    ['alter table posts add column kind text not null default lower(null)', 'required-column'],
    ["alter table posts add column kind text not null default (array['a'])[2]", 'required-column'],
    ['alter table posts add column at timestamptz default my.now()', 'volatile-default'],
    ['alter table posts alter column kind set default current_schema', 'drop-default'],
    ['alter table posts alter column kind set default null', 'drop-default'],
    ['alter table posts alter column kind set default null::text', 'drop-default'],
    ['alter table posts alter column kind set default nullif(1, 1)', 'drop-default'],
    ['select * into copies from posts', 'whole-table'],
    ['with old as (select 1) select * into copies from posts', 'whole-table'],
    ['create temp table posts (id int); drop table posts; drop table posts', 'drop'],
    ['create temp table posts (id int); alter table posts rename to p; drop table posts', 'drop'],
    ['create temp table t (id int); drop table t, posts', 'drop'],
    ['revoke insert on posts from writer', 'drop'],
    ["create domain kind as text check (value <> '')", 'domain'],
    ["alter domain kind add check (value <> '')", 'domain'],
    ["select set_config('lock_timeout', '0', false)", 'settings'],
    ["select pg_catalog.set_config('search_path', 'a', true) from posts limit 1", 'settings'],
    ["select setval('posts_id_seq', 1)", 'unknown'],
    ['select pg_terminate_backend(pid) from pg_stat_activity', 'unknown'],
    ["select query_to_xml('delete from posts', true, true, '')", 'hidden-statements'],
    ['set "LOCK_TIMEOUT" = 0', 'settings'],
    ['set lock_timeout to default', 'long-lock-timeout'],
    ['reset lock_timeout', 'settings'],
    ['reset all', 'settings'],
    ["set statement_timeout = '1s'", 'settings'],
    ["set local transaction_timeout = '1s'", 'settings'],
    ['set search_path = archive', 'settings'],
    ['set role writer', 'settings'],
    ['set transaction isolation level serializable', 'settings'],
    ['commit', 'settings'],
    ['rollback', 'settings'],
    ['begin', 'settings'],
    ['savepoint a', 'settings'],
    ['analyze posts', 'analyze-in-transaction'],
    ['vacuum posts', 'rewrite'],
    ['prepare change as update posts set kind = 1', 'hidden-statements'],
    ['execute change', 'hidden-statements'],
    ['create table copies as execute change', 'hidden-statements'],
    ['call change()', 'hidden-statements'],
    ['explain analyze delete from posts', 'unknown'],
    ['create rule r as on insert to posts do instead nothing', 'unknown'],
    ['create policy p on posts using (false)', 'unknown'],
    ['alter table posts enable row level security', 'unknown'],
    ['drop owned by writer', 'unknown'],
    ['alter role writer set lock_timeout = 0', 'unknown'],
    ['alter role writer nologin', 'unknown'],
    ['alter sequence posts_id_seq as smallint', 'unknown'],
    ['alter sequence posts_id_seq restart', 'unknown'],
    ['copy posts from stdin', 'unknown'],
    ['create table entries () inherits (posts)', 'unknown'],
    ['create table entries partition of posts for values in (1)', 'unknown'],
    ['create table entries (id int); alter table entries inherit posts', 'unknown'],
    ['create table p (id int) partition by list (id); alter table p attach partition posts default', 'unknown'],
    ['create schema a create view v as select 1', 'hidden-statements'],
    ['analyze', 'analyze-in-transaction'],
    ['create table entries (id int); analyze entries, posts', 'analyze-in-transaction'],
    ['alter table posts attach partition posts_2026 for values in (1)', 'unknown'],
  ])('%s', async (statement, rule) => {
    expect(namesOf(await check([statement]))).toEqual([rule]);
  });
});

it.each([
  'update posts set kind = 1 where kind in (select kind from posts limit 5000)',
  'update days set kind = 1 where day in (select day from days limit 5000)',
  'update posts set kind = 1 where id in (select id from posts limit 10001)',
  'update posts set kind = 1 where id in (select id from posts limit 1000000000)',
  'update posts set kind = 1 where id in (select id from posts limit (select count(*) from posts))',
  'update posts set kind = 1 where id in (select id from posts limit 5 + 5)',
  'update posts set kind = 1 where id in (select id from posts limit $1)',
  'update posts set kind = 1 where id in (select id from posts order by kind fetch first 5 rows with ties)',
  'update posts set kind = 1 where posts.id in (select posts.id from kinds limit 1)',
  'update posts set kind = 1 where id in (select id from kinds limit 1)',
  'update posts set kind = 1 where id in (select p.id from posts p where p.id = posts.id limit 1)',
  'update posts p set kind = 1 where p.id in (select p.id from posts limit 1)',
  'update posts set kind = 1 from kinds where posts.id in (select id from posts where kind = kind_name limit 1)',
  'update posts set kind = 1 where id = any((select array_agg(id) from posts limit 1))',
  'update posts set kind = 1 where id = any(array(select array_agg(id) from posts limit 1))',
  'with b as (select array_agg(id) as ids from posts limit 1) update posts set kind = 1 where id = any(array(select b.ids from b))',
  'update posts set kind = 1 where id = all(array(select id from posts where false limit 1))',
  "update posts set kind = 1 where ctid between '(0,0)' and '(4294967295,0)'",
  "update posts set kind = 1 where ctid between '(0,0)' and '(1001,0)'",
  "update posts set kind = 1 where ctid >= '(0,0)' and ctid < (select max(ctid) from posts)",
  'update posts set kind = 1 where ctid >= $1 and ctid < $2',
  "update posts set kind = 1 from kinds where kinds.ctid between '(0,0)' and '(5,0)'",
  'with b as (select id from posts) update posts set kind = 1 from b where posts.id = b.id',
  'with b as (select id from posts limit 5) update posts set kind = 1 from b where b.id = b.id',
  'with b as (select kind from posts limit 5) update posts set kind = 1 from b where posts.kind = b.kind',
  'with b as (select id from posts limit 5) update posts set kind = 1 from b, kinds where posts.id = kinds.id',
  'with posts as (select 1) insert into entries select * from public.posts',
  "update settings set value = 1 where name > 'a'",
  "update days set kind = 1 where day = '2026-01-01'",
  'select * from posts for update',
  'select * from (select * from posts) p for no key update',
  "select * from posts where kind = 'a' for share",
  'with old as (select id from posts for update) select count(*) from old',
  'create table entries (id int); update entries set id = posts.id from posts',
  'create table entries (id int); update entries set id = (select count(*) from posts)',
  'create table entries (id int); delete from entries using posts where posts.id = entries.id',
  'create table entries (id int); merge into entries using posts on posts.id = entries.id when matched then delete',
])('rows without a limit are refused: %s', async (statement) => {
  const problems = await check([statement]);
  expect(namesOf(problems)).toEqual(['whole-table']);
});

it.each([
  'update posts set kind = 1 where id in (select id from posts where kind is null limit 5000)',
  "update posts set kind = 1 where ctid >= '(0,0)' and ctid < '(500,0)' and kind is null",
  'insert into entries (id) select id from posts where id > 5 order by id limit 5000',
  'create table entries as select id from posts limit 5000',
  'select id from posts limit 5000 for update',
])('a batch in a transaction is refused: %s', async (statement) => {
  expect(namesOf(await check([statement]))).toEqual(['batch-in-transaction']);
});

describe('a migration outside a transaction is refused', () => {
  const outside = async (...statements: Statement[]) => namesOf(await check(statements, { transaction: false }));

  it.each([
    [['create index concurrently i on posts (kind)'], ['lock-timeout', 'repeatable']],
    [['set lock_timeout = 0', 'create index concurrently i on posts (kind)'], ['repeatable']],
    [["set lock_timeout = '5s'", 'drop index concurrently if exists i'], ['lock-timeout']],
    [
      ['set local lock_timeout = 0', 'drop index concurrently if exists i'],
      ['settings', 'lock-timeout'],
    ],
    [
      ['set lock_timeout = 0', 'reset all', 'drop index concurrently if exists i'],
      ['settings', 'lock-timeout'],
    ],
    [['begin'], ['settings']],
    [['select * into copies from posts limit 5'], ['mixed']],
    [['set lock_timeout = 0', 'reset lock_timeout', 'drop index concurrently if exists i'], ['lock-timeout']],
    [['alter table posts add column kind text'], ['mixed']],
    [['create table entries (id int)'], ['mixed']],
    [['update posts set kind = 1 where kind is null'], ['whole-table']],
  ])('%j', async (statements, rules) => {
    expect(await outside(...statements)).toEqual(rules);
  });

  it('but not for an index, a validation and a batch of rows', async () => {
    const rules = await outside(
      'set lock_timeout = 0',
      'create unique index concurrently if not exists i on posts (kind)',
      'drop index concurrently if exists old_i',
      "set lock_timeout = '500ms'",
      'alter table posts validate constraint posts_kind_check',
      'analyze posts',
      'update posts set kind = 1 where id in (select id from posts where kind is null limit 5000)',
      'update posts set kind = 1 where ctid = any(array(select ctid from posts where kind is null limit 5000))',
      'update posts set kind = 1 where id = (select id from posts where kind is null limit 1)',
      "update posts set kind = 1 where ctid >= '(0,0)' and ctid < '(500,0)' and kind is null",
      "delete from posts where kind is null and ctid between '(0,0)' and '(500,0)'",
      [
        'insert into entries (id) select id from posts where ctid >= $1::tid and ctid < $2::tid on conflict do nothing',
        '(0,0)',
        '(500,0)',
      ],
      ['update posts set kind = 1 where id in (select id from posts where kind is null limit $1)', 5000],
      'update posts set kind = 1 where posts.id in (select p.id from posts p where p.kind is null limit 10000)',
      'update posts p set kind = k.id from kinds k where k.name = p.name and p.id in (select o.id from posts o limit 10)',
      'delete from days where (day, user_id) in (select day, user_id from days order by day limit 5000)',
      'with b as (select id from posts limit 1000 for update skip locked) update posts set kind = 1 from b where posts.id = b.id',
      'with b as (select id from posts limit 1000) delete from posts p using b as c where c.id = p.id',
      'with b as (select id from posts limit 1000) update posts set kind = 1 where id in (select b.id from b)',
      'update posts set kind = 1 from (select ctid as at from posts limit 1000) b where posts.ctid = b.at',
      'select id from posts order by id limit 1000 for update',
      'insert into entries (id) select id from posts where id > $1 order by id limit 5000',
      'with old as (delete from posts where id in (select id from posts limit 5000) returning *) insert into entries select * from old',
    );
    expect(rules).toEqual([]);
  });
});

describe('a migration is accepted', () => {
  it.each([
    ['alter table posts add column kind text'],
    ["alter table posts add column kind text not null default 'a'"],
    ['alter table posts add column seen_at timestamptz default now()'],
    ['alter table posts add column total integer generated always as (a + b) virtual'],
    ["alter table posts add constraint c check (kind in ('a')) not valid"],
    ['alter table posts add constraint c not null kind not valid'],
    ['alter table posts add constraint posts_kind_key unique using index posts_kind_idx'],
    ['alter table posts alter column kind drop not null'],
    ["alter table posts alter column kind set default 'a'"],
    [`alter table posts alter column kind set default 'a' collate "C"`],
    ['alter table posts add column writer text not null default current_user'],
    ["alter table posts alter column number set default nextval('numbers')"],
    ["alter table posts add column day timestamptz not null default date_trunc('day', now())"],
    ['alter table posts add column day date not null default current_date + make_interval(days => 1)'],
    ['alter table posts add column data jsonb not null default jsonb_build_object()'],
    ["alter table posts add column data jsonb not null default coalesce(null, '{}'::jsonb)"],
    ['create temp table t (id int); drop table t'],
    ['create table entries (id int); create view v as select id from entries; grant select on v to reader'],
    ["comment on table posts is 'What goes out'"],
    ["alter type kind add value 'c'"],
    ["insert into settings (name) values ('a')"],
    ["update settings set value = 1 where name = 'a'"],
    ['update settings s set value = 1 where s.name = $1::text and s.value is null'],
    ["delete from settings where name in ('a', 'b')"],
    ['update public.posts set kind = 1 where id = 5'],
    ["delete from days where user_id = 'a' and day = '2026-01-01'"],
    ['select id from posts where id = 5 for update'],
    ['select count(*) from posts'],
    ['select kind from posts limit 1'],
  ])('%s', async (statement) => {
    expect(await check([statement])).toEqual([]);
  });

  it('whatever it does with a table that it creates itself', async () => {
    const problems = await check([
      'create table entries (id int, kind text)',
      'create index entries_kind_idx on entries (kind)',
      'analyze entries',
      "update entries set kind = 'a'",
      'alter table entries rename column kind to sort',
      'alter table entries rename constraint entries_pkey to entries_key',
      'alter table entries drop constraint entries_key',
      'alter table entries add constraint entries_kind_key unique (sort), alter column sort set not null',
    ]);
    expect(problems).toEqual([]);
  });
});

it('a function that is accepted does not hide what else a statement does', async () => {
  const accepted = { unknown: 'No release uses this sequence any more.' };
  const problems = await check(["delete from posts returning setval('numbers', 1)"], { accepted });
  expect(namesOf(problems)).toEqual(['whole-table']);
});

describe('a broken rule', () => {
  const drop = ['alter table posts drop column notes'];

  it('is reported with the statement and the safe way', async () => {
    expect(await check(drop)).toEqual([
      '0099-change: alter table posts drop column notes\n  Replicas of the previous release still use it. Stop using it in one release and drop it in the next one. [drop]',
    ]);
  });

  it('can be accepted with a reason', async () => {
    expect(await check(drop, { accepted: { drop: 'No release since 0.9 reads or writes notes.' } })).toEqual([]);
    expect(await check(drop, { accepted: { drop: 'fine' } })).toEqual([
      "0099-change accepts 'drop' without a reason: say why it is safe here.",
    ]);
  });

  it('can not be accepted in advance', async () => {
    expect(await check([], { accepted: { rename: 'It may be renamed some day, who knows.' } })).toEqual([
      "0099-change accepts 'rename' but does not break it.",
    ]);
  });
});
