/**
 * Candidates of a search by name: folders or documents whose names contain all the words, before rights are checked.
 * Their number is bounded, and so is what is read to find them, however large the deployment is (decision 0071).
 *
 * The index of trigrams finds words of three letters and more. It is of no use for a text that a twentieth of all names
 * contains, and cannot find one or two letters inside a word. Such texts are looked for among the newest rows and near
 * the caller; for short ones the index adds names with a word that begins with them.
 */
import { beginning, containing } from '../../platform/db/like.ts';
import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import type { Scope } from '../tree/readable.queries.ts';

/** Found by the index, among the newest, and near the caller, each. */
const MAX_FOUND = 2000;
/** Rows whose names are compared without the index. */
const MAX_COMPARED = 20_000;
/** A text is broad if this part of the newest names contains it. */
const PROBED = 1000;
const BROAD = 50;
/** Folders near the caller whose documents are compared. */
const MAX_NEAR = 500;

/**
 * A WITH list: `named_folders` and `named_documents` are the candidates with their `name_key`; `bounds` has one row,
 * whose `is_cut` says whether there may be others. Indexes: folders_name_words, documents_name_words, folders_pkey,
 * documents_pkey, folders_library, folders_path, documents_by_name.
 */
export function findCandidates(
  sql: Db,
  actor: Actor,
  scope: Scope,
  words: string[],
  kinds: 'all' | 'documents',
): Fragment {
  const isShort = !words.some((word) => /[\p{L}\p{N}]{3}/u.test(word));
  const search = { sql, actor, words, isShort };
  const near = sql`near as materialized (${nearFolders(sql, actor, scope)}), ${candidatesIn(search, 'documents')}`;
  if (kinds === 'documents') {
    return sql`${near}, named_folders as materialized (select folder_id, name_key from near where false),
      bounds as materialized (select ${isCut(search, 'documents')} as is_cut)`;
  }
  return sql`${near}, ${candidatesIn(search, 'folders')},
    bounds as materialized (select ${isCut(search, 'folders')} or ${isCut(search, 'documents')} as is_cut)`;
}

type Search = { sql: Db; actor: Actor; words: string[]; isShort: boolean };
type Table = 'folders' | 'documents';

// The scope, or the caller's own library and the folders granted to the caller.
function nearFolders(sql: Db, actor: Actor, { libraryId, folderId }: Scope): Fragment {
  const { deploymentId, userId } = actor;
  const isNear = folderId
    ? sql`path @> array[${folderId}]::bigint[]`
    : libraryId
      ? sql`library_id = ${libraryId}`
      : sql`(library_id = (select library_id from libraries where deployment_id = ${deploymentId} and owner_id = ${userId})
          or path && array(
            select folder_id from permissions where deployment_id = ${deploymentId} and folder_id is not null
              and principal = any (principals_of(${deploymentId}, ${userId})) limit ${MAX_NEAR}))`;
  return sql`select * from (select folder_id, name_key from folders
    where deployment_id = ${deploymentId} and trashed_at is null and ${isNear}) f limit ${MAX_NEAR}`;
}

function candidatesIn(search: Search, table: Table): Fragment {
  const { sql, actor, isShort } = search;
  const { id, columns } = namesOf(sql, table);
  const name = (part: string) => sql(`${part}_${table}`);
  const newest = (count: number) => sql`
    select ${columns}, ${isNamed(search)} as fits from (
      select * from ${sql(table)} where deployment_id = ${actor.deploymentId} and trashed_at is null
      order by ${id} desc limit ${count}
    ) n`;
  const near =
    table === 'folders'
      ? sql`select ${columns} from near where ${isNamed(search)}`
      : sql`select ${columns} from documents where deployment_id = ${actor.deploymentId} and trashed_at is null
          and folder_id = any (array(select folder_id from near)) limit ${MAX_COMPARED}`;
  // Without a limit inside, the planner takes the index; it is read only as far as the limit outside.
  return sql`${name('probed')} as materialized (${newest(isShort ? MAX_COMPARED : PROBED)}),
    ${name('compared')} as materialized (
      select * from (
        ${isShort ? sql`select * from ${name('probed')}` : newest(MAX_COMPARED)}
      ) c where ${isShort ? sql`true` : isBroad(search, table)}
    ), ${name('near')} as materialized (
      select * from (${near}) n where ${isNamed(search)} and ${isShort ? sql`true` : isBroad(search, table)} limit ${MAX_FOUND}
    ), ${name('indexed')} as materialized (
      select ${columns} from ${sql(table)}
      where deployment_id = ${actor.deploymentId} and trashed_at is null
        and ${isShort ? beginsWord(search) : isNamed(search)} and not ${isBroad(search, table)}
    ), ${name('found')} as materialized (select * from ${name('indexed')} limit ${MAX_FOUND}),
    ${name('named')} as materialized (
      select ${columns} from (select * from ${name('compared')} where fits limit ${MAX_FOUND}) c
      union select ${columns} from ${name('near')}
      union select ${columns} from ${name('found')}
    )`;
}

function namesOf(sql: Db, table: Table): { id: Fragment; columns: Fragment } {
  return table === 'folders'
    ? { id: sql`folder_id`, columns: sql`folder_id, name_key` }
    : { id: sql`document_id`, columns: sql`document_id, folder_id, name_key` };
}

// Once per statement.
function isBroad({ sql, isShort }: Search, table: Table): Fragment {
  return sql`(select count(*) >= ${isShort ? MAX_FOUND : BROAD} from ${sql(`probed_${table}`)} where fits)`;
}

function isCut(search: Search, table: Table): Fragment {
  const { sql, isShort } = search;
  const isAll = sql`(select count(*) < ${MAX_COMPARED} from ${sql(`compared_${table}`)})
    and (select count(*) <= ${MAX_FOUND} from ${sql(`compared_${table}`)} where fits)`;
  const isFull = sql`(select count(*) = ${MAX_FOUND} from ${sql(`found_${table}`)})`;
  return isShort
    ? sql`not (${isAll})`
    : sql`case when ${isBroad(search, table)} then not (${isAll}) else ${isFull} end`;
}

function isNamed({ sql, words }: Search): Fragment {
  return words.reduce((all, word) => sql`${all} and name_key like ${containing(word)}`, sql`true`);
}

function beginsWord({ sql, words }: Search): Fragment {
  return words.reduce(
    (all, word) => sql`${all} and (name_key like ${beginning(word)} or name_key like ${containing(` ${word}`)})`,
    sql`true`,
  );
}
