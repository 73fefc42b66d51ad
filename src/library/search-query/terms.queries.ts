import type { Db } from '../../platform/db/connection.ts';
import { completionsOf, pairsBefore } from './endings.ts';
import { SIMPLE } from './languages.ts';
import type { Leaf } from './query.ts';

/** In place of the beginning of a word, which must not be stemmed: a number, so that no language changes it. */
const BEGINNING = '31415926535897';

/**
 * The queries that each language in use makes of each leaf, in the order of the leaves: each with that of `simple`, because names also have
 * their words as written. Beginnings of words have `:*`.
 */
export async function findVariants(sql: Db, deploymentId: number, leaves: Leaf[]): Promise<Map<string, string[][]>> {
  if (leaves.length === 0) return new Map();
  const phrases = leaves.map(({ kind, words }) =>
    (kind === 'prefix' ? [...words.slice(0, -1), BEGINNING] : words).join(' '),
  );
  const rows = await sql<{ language: string; variants: string[] }[]>`
    select l.language, array_agg(phraseto_tsquery(l.language::regconfig, w.text)::text order by w.n) as variants
    from unnest(${phrases}::text[]) with ordinality w (text, n)
    cross join (
      select language from search_languages where deployment_id = ${deploymentId} union all select ${SIMPLE}
    ) l
    group by l.language order by l.language`;
  const beginnings = await findBeginnings(sql, rows, leaves);
  const variantsIn = (language: string, variants: string[]) =>
    variants.map((variant, at) => {
      const beginning = beginnings.get(
        `${language} ${leaves[at]?.kind === 'prefix' ? (leaves[at].words.at(-1) ?? '') : ''}`,
      );
      return beginning === undefined ? variant : variant.replaceAll(`'${BEGINNING}'`, `( ${beginning} )`);
    });
  const simple = variantsIn(SIMPLE, rows.find(({ language }) => language === SIMPLE)?.variants ?? []);
  return new Map(
    rows.map(({ language, variants }) => [
      language,
      variantsIn(language, variants).map((variant, at) => [...new Set([variant, simple[at] ?? ''])]),
    ]),
  );
}

// `universit*` is `'universit':* | 'univers'`: texts have stems, which can be shorter than the beginning of a word.
async function findBeginnings(
  sql: Db,
  languages: { language: string }[],
  leaves: Leaf[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(leaves.flatMap(({ kind, words }) => (kind === 'prefix' ? words.slice(-1) : [])))];
  if (wanted.length === 0) return new Map();
  const completed = wanted.flatMap((beginning) =>
    languages.flatMap(({ language }) =>
      language === SIMPLE ? [] : completionsOf(beginning, language).map((word) => ({ beginning, language, word })),
    ),
  );
  const stems = await sql<{ beginning: string; language: string; stem: string }[]>`
    select distinct w.beginning, w.language, s.stem from unnest(${completed.map(({ beginning }) => beginning)}::text[],
      ${completed.map(({ language }) => language)}::text[], ${completed.map(({ word }) => word)}::text[]) w (beginning, language, word)
    cross join lateral unnest(tsvector_to_array(to_tsvector(w.language::regconfig, w.word))) s (stem)
    where not starts_with(s.stem, w.beginning)
    order by w.beginning, w.language, s.stem`;
  const shorter = Map.groupBy(stems, ({ language, beginning }) => `${language} ${beginning}`);
  return new Map(
    wanted.flatMap((beginning) =>
      languages.map(({ language }): [string, string] => {
        const found = (shorter.get(`${language} ${beginning}`) ?? []).map(({ stem }) => `'${stem}'`);
        const pairs = pairsBefore(beginning).map((pair) => `'${pair}'`);
        return [`${language} ${beginning}`, [`'${beginning}':*`, ...found, ...pairs].join(' | ')];
      }),
    ),
  );
}
