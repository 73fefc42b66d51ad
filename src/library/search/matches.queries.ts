/** The readable matches of a search, ranked. Rights, trash and facts are judged by the rows as they are now. */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { isReadable, judgePlaces } from '../tree/readable.queries.ts';
import { type Scope, findCandidates } from './candidates.queries.ts';
import { inLanguageOf } from '../search-query/languages.ts';
import type { Search } from '../search-query/resolve.ts';
import type { TagCheck } from '../search-query/tag-checks.ts';

/** Totals are exact up to here. */
export const MAX_MATCHES = 1000;
/** Matches whose texts are read to rank them. */
const MAX_RANKED = 300;
/** Reading a larger text (bytes as stored) takes too long for a rank. It gets that of a text of many pages with the words. */
const MAX_RANKED_BYTES = 200_000;
const RANK_OF_LARGE = 0.008;

/** Kinds of matches: the name has all the words, the name and tags have, or the text is needed. */
export const TIERS = { name: 3, tags: 2, text: 1 } as const;

/**
 * A WITH list: `matches` with `document_id`, `folder_id`, `blob_id`, `tier` and `score`, at most one more than MAX_MATCHES;
 * `bounds` as of findCandidates, in `is_cut` also whether candidates were left out.
 */
export function findMatches(sql: Db, actor: Actor, search: Search, scope: Scope): Fragment {
  const { deploymentId } = actor;
  return sql`${findCandidates(sql, actor, search, scope)},
    ${judgePlaces(sql, actor, scope, sql`select distinct folder_id from candidates`)},
    chosen as materialized (
      select * from candidates c where ${isReadable(sql, actor)}
    ), found as materialized (
      select *, case when ${isIn(sql, search, 'name')} then ${TIERS.name}::integer when ${isIn(sql, search, 'head')} then ${TIERS.tags}
          else ${TIERS.text} end as tier
      from (
        select c.document_id, c.folder_id, c.blob_id, c.language, c.head, d.modified_at, d.created_by, d.name_key
        from (select * from chosen order by is_named desc, modified_at desc, document_id desc) c
        cross join lateral (
          select * from documents d where d.deployment_id = ${deploymentId} and d.document_id = c.document_id offset 0
        ) d
        where d.folder_id = c.folder_id and d.blob_id = c.blob_id and d.trashed_at is null ${isModified(sql, search)}
          ${search.tags.reduce((all, check): Fragment => sql`${all} and ${isTagged(sql, actor, check)}`, sql``)}
        order by c.is_named desc, c.modified_at desc, c.document_id desc limit ${MAX_MATCHES + 1}
      ) c
    ), matches as materialized (
      select f.*, (f.tier::bigint * 10000000 + round(f.relevance * 2500000) + ${recency(sql)})::bigint as score
      from (
        select found.*, case when row_number() over (order by tier desc, modified_at desc, document_id desc) <= ${MAX_RANKED}
          then ${relevance(sql, actor, search)} else 0 end as relevance
        from found
      ) f
    )`;
}

/** Whether there may be matches that `matches` does not have. */
export function isIncomplete(sql: Db): Fragment {
  return sql`((select is_cut from bounds) or (select count(*) from found) > ${MAX_MATCHES})`;
}

function isIn(sql: Db, { terms }: Search, place: 'name' | 'head'): Fragment {
  return inLanguageOf(sql, sql`c.language`, terms, ({ rank, rankInName }) => {
    const query = place === 'name' ? rankInName : rank;
    return query === null ? sql`false` : sql`c.head @@ ${query}::tsquery`;
  });
}

function isModified(sql: Db, { modified: { from, to } }: Search): Fragment {
  return sql`${from === null ? sql`` : sql`and d.modified_at >= ${from}`}
    ${to === null ? sql`` : sql`and d.modified_at <= ${to}`}`;
}

// The index may not have the latest values yet.
function isTagged(sql: Db, { deploymentId }: Actor, { tags, isNot }: TagCheck): Fragment {
  const found = sql`exists (
    select from document_tags t
    join folders f on f.deployment_id = t.deployment_id and f.folder_id = d.folder_id and f.tag_epoch = t.tag_epoch
    join unnest(${tags.map(({ tagTypeId }) => tagTypeId)}::bigint[], ${tags.map(({ key }) => key)}::text[]) w (tag_type_id, key)
      on w.tag_type_id = t.tag_type_id and (w.key is null or w.key = t.value_key)
    where t.deployment_id = ${deploymentId} and t.document_id = d.document_id)`;
  return isNot ? sql`not ${found}` : found;
}

// Divided by the logarithm of the length, so that a long text is not better for being long. A function of the document alone.
function relevance(sql: Db, { deploymentId }: Actor, { terms }: Search): Fragment {
  if (terms.simple.rank === null) return sql`0`;
  const query = inLanguageOf(sql, sql`found.language`, terms, (own) => sql`${own.rank}::tsquery`);
  const rank = (vector: Fragment) => sql`ts_rank('{0.1, 0.2, 0.6, 1}', ${vector}, ${query}, 1)`;
  if (terms.parts === 'names') return rank(sql`found.head`);
  return sql`coalesce((
    select case when pg_column_size(x.vector) > ${MAX_RANKED_BYTES} then ${rank(sql`found.head`)} + ${RANK_OF_LARGE}::real
      else ${rank(sql`found.head || x.vector`)} end
    from content_texts x where x.deployment_id = ${deploymentId} and x.blob_id = found.blob_id and x.vector is not null
  ), ${rank(sql`found.head`)})`;
}

// A function of the date only, so that pages that are read at other times fit together: a year is as much as 0.02 of a rank.
function recency(sql: Db): Fragment {
  return sql`least(5000000, greatest(0, round(extract(epoch from f.modified_at) / 31557600 * 50000)))`;
}
