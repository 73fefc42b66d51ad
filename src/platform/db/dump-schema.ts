/** The schema as text for review in diffs: schema.sql. Read from the catalog, so it shows the actual state. */
import type { Sql } from './connection.ts';

/** Tables with columns, constraints, indexes and triggers, then functions, of the public schema. */
export async function dumpSchema(sql: Sql): Promise<string> {
  const [tables, parts, functions] = await Promise.all([readTables(sql), readParts(sql), readFunctions(sql)]);
  const tableTexts = tables.map(({ name, text }) =>
    [text, ...parts.filter((part) => part.table === name).map((part) => part.text)].join('\n'),
  );
  return `${[...tableTexts, ...functions.map((row) => row.text.trimEnd())].join('\n\n')}\n`;
}

async function readTables(sql: Sql) {
  return sql<{ name: string; text: string }[]>`
    select c.relname as name,
      'create ' || case c.relpersistence when 'u' then 'unlogged ' else '' end || 'table ' || c.relname || E' (\n'
        || string_agg('  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
          || case when co.collname = 'C' then ' collate "C"' else '' end
          || case when a.attidentity = 'a' then ' generated always as identity' else '' end
          || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
               when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
          || case when a.attnotnull then ' not null' else '' end, E',\n' order by a.attnum)
        || E'\n)' || coalesce(' partition by ' || pg_get_partkeydef(c.oid), '') || ';' as text
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    left join pg_collation co on co.oid = a.attcollation
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations'
    group by c.oid, c.relname, c.relpersistence
    order by c.relname`;
}

// Constraints, indexes that do not belong to one, and triggers.
async function readParts(sql: Sql) {
  return sql<{ table: string; text: string }[]>`
    select conrelid::regclass::text as table,
      'alter table ' || conrelid::regclass || ' add constraint ' || conname || ' ' || pg_get_constraintdef(oid) || ';' as text
    from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c') and conparentid = 0
      and not (select relispartition from pg_class where oid = conrelid)
    union all
    select i.indrelid::regclass::text, pg_get_indexdef(i.indexrelid) || ';'
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
    union all
    select tgrelid::regclass::text, pg_get_triggerdef(t.oid) || ';'
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgparentid = 0
    order by 1, 2`;
}

async function readFunctions(sql: Sql) {
  return sql<{ text: string }[]>`
    select pg_get_functiondef(oid) || ';' as text from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = oid and deptype = 'e')
    order by proname`;
}
