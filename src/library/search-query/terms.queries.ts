import type { Db } from '../../platform/db/connection.ts';
import type { Leaf } from './query.ts';

/**
 * The queries that each language in use and `simple` make of each leaf, in the order of the leaves. A text in any of them is found by any of
 * its forms.
 */
export async function findVariants(sql: Db, deploymentId: number, leaves: Leaf[]): Promise<string[][]> {
  if (leaves.length === 0) return [];
  const phrases = leaves.map(({ words }) => words.join(' '));
  const rows = await sql<{ variants: string[] }[]>`
    select array_agg(distinct phraseto_tsquery(l.language::regconfig, w.text)::text) as variants
    from unnest(${phrases}::text[]) with ordinality w (text, n)
    cross join (
      select language from search_languages where deployment_id = ${deploymentId} union all select 'simple'
    ) l
    group by w.n order by w.n`;
  return rows.map(({ variants }) => variants);
}
