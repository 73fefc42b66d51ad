import type { Db } from '../../platform/db/connection.ts';
import { completionsOf, pairsBefore } from './endings.ts';
import type { Leaf } from './query.ts';

/** In place of the beginning of a word, which must not be stemmed: a number, so that no language changes it. */
const BEGINNING = '31415926535897';

/**
 * The queries that each language in use and `simple` make of each leaf, in the order of the leaves. A text in any of them is found by any of
 * its forms. Beginnings of words have `:*`.
 */
export async function findVariants(sql: Db, deploymentId: number, leaves: Leaf[]): Promise<string[][]> {
  if (leaves.length === 0) return [];
  const phrases = leaves.map(({ kind, words }) =>
    (kind === 'prefix' ? [...words.slice(0, -1), BEGINNING] : words).join(' '),
  );
  const rows = await sql<{ variants: string[] }[]>`
    select array_agg(distinct phraseto_tsquery(l.language::regconfig, w.text)::text) as variants
    from unnest(${phrases}::text[]) with ordinality w (text, n)
    cross join (
      select language from search_languages where deployment_id = ${deploymentId} union all select 'simple'
    ) l
    group by w.n order by w.n`;
  const beginnings = await findBeginnings(sql, deploymentId, leaves);
  return rows.map(({ variants }, at) => {
    const beginning = beginnings.get(leaves[at]?.kind === 'prefix' ? (leaves[at].words.at(-1) ?? '') : '');
    return beginning === undefined
      ? variants
      : variants.map((variant) => variant.replaceAll(`'${BEGINNING}'`, `( ${beginning} )`));
  });
}

// `universit*` is `'universit':* | 'univers'`: texts have stems, which can be shorter than the beginning of a word.
async function findBeginnings(sql: Db, deploymentId: number, leaves: Leaf[]): Promise<Map<string, string>> {
  const wanted = [...new Set(leaves.flatMap(({ kind, words }) => (kind === 'prefix' ? words.slice(-1) : [])))];
  if (wanted.length === 0) return new Map();
  const languages = await sql<{ language: string }[]>`
    select language from search_languages where deployment_id = ${deploymentId}`;
  const completed = wanted.flatMap((beginning) =>
    languages.flatMap(({ language }) =>
      completionsOf(beginning, language).map((word) => ({ beginning, language, word })),
    ),
  );
  const stems = await sql<{ beginning: string; stem: string }[]>`
    select distinct w.beginning, s.stem from unnest(${completed.map(({ beginning }) => beginning)}::text[],
      ${completed.map(({ language }) => language)}::text[], ${completed.map(({ word }) => word)}::text[]) w (beginning, language, word)
    cross join lateral unnest(tsvector_to_array(to_tsvector(w.language::regconfig, w.word))) s (stem)
    where not starts_with(s.stem, w.beginning)
    order by w.beginning, s.stem`;
  return new Map(
    wanted.map((beginning) => {
      const shorter = stems.filter((one) => one.beginning === beginning).map(({ stem }) => `'${stem}'`);
      const pairs = pairsBefore(beginning).map((pair) => `'${pair}'`);
      return [beginning, [`'${beginning}':*`, ...shorter, ...pairs].join(' | ')];
    }),
  );
}
