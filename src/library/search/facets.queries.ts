import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { DATA_TYPES } from '../tag-types/tag-values.ts';
import type { Scope } from './candidates.queries.ts';
import { MAX_MATCHES, findMatches, isIncomplete } from './matches.queries.ts';
import type { Search } from '../search-query/resolve.ts';

/** A value of a facet with the number of matches that have it. `id` and `label` depend on the facet. */
export type FacetRow = {
  facet: 'total' | 'extension' | 'library' | 'person' | 'year' | 'tag';
  id: number | null;
  label: string | null;
  value: string | null;
  count: number;
  isCut: boolean;
};

const MAX_VALUES = 20;

/**
 * Counts of the first matches, which are readable: the most frequent values of each facet, and the total. Numbers and dates
 * of tags are no facets: nearly every document has another one.
 */
export async function countFacets(sql: Db, actor: Actor, search: Search, scope: Scope): Promise<FacetRow[]> {
  const { deploymentId } = actor;
  return sql<FacetRow[]>`
    with ${findMatches(sql, actor, search, scope)}, counted as materialized (
      select m.document_id, m.created_by, f.library_id, f.tag_epoch, extract(year from m.modified_at at time zone 'UTC')::integer as year,
        case when m.name_key like '_%.%' then split_part(m.name_key, '.', -1) else '' end as extension
      from (select * from matches order by score desc, document_id desc limit ${MAX_MATCHES}) m
      join folders f on f.deployment_id = ${deploymentId} and f.folder_id = m.folder_id
    ), facets as (
      select 'extension' as facet, null::bigint as id, null as label, extension as value, count(*) as count from counted group by extension
      union all
      select 'library', c.library_id, l.name, null, count(*) from counted c
      join libraries l on l.deployment_id = ${deploymentId} and l.library_id = c.library_id group by c.library_id, l.name
      union all
      select 'person', c.created_by, u.name, null, count(*) from counted c
      join users u on u.deployment_id = ${deploymentId} and u.user_id = c.created_by group by c.created_by, u.name
      union all
      select 'year', year, null, null, count(*) from counted group by year
      union all
      select 'tag', t.tag_type_id, y.name, min(t.value), count(*) from counted c
      join document_tags t on t.deployment_id = ${deploymentId} and t.document_id = c.document_id and t.tag_epoch = c.tag_epoch
      join tag_types y on y.deployment_id = t.deployment_id and y.tag_type_id = t.tag_type_id and not y.is_status
        and y.data_type = ${DATA_TYPES.String}
      group by t.tag_type_id, y.name, t.value_key
    )
    select facet, id, label, value, count, false as "isCut" from (
      select *, row_number() over (partition by facet order by count desc, label, value, id) as place from facets
    ) ranked where place <= ${MAX_VALUES} or facet = 'extension'
    union all
    select 'total', null, null, null, (select count(*) from counted), ${isIncomplete(sql)} or ${search.isCut}::boolean
    order by facet, count desc, label, value, id`;
}
