import type { Static } from 'typebox';
import { EXTENSIONS, ITEM_KINDS, type ItemKind } from '../listings/file-kinds.ts';
import { type MatchContext, presentNamedItem } from '../name-search/name-search.presenter.ts';
import type { FacetRow } from './facets.queries.ts';
import { TIERS } from './matches.queries.ts';
import type { FoundMatch } from './run-search.ts';
import type { FacetsSchema, FoundItemSchema } from './search.schema.ts';

/** A match with the pieces of its text. */
export function presentMatch(
  baseUrl: string,
  match: FoundMatch,
  context: MatchContext,
): Static<typeof FoundItemSchema> {
  return {
    ...presentNamedItem(baseUrl, match, context),
    Snippet: match.text?.snippets.map(({ text: Text, marks: Marks }) => ({ Text, Marks })) ?? [],
    Page: match.text?.page ?? null,
    MatchedIn: match.tier === TIERS.name ? 'Name' : match.tier === TIERS.tags ? 'Tags' : 'Text',
  };
}

/** The counts by facet, the most frequent values first. */
export function presentFacets(rows: FacetRow[]): Static<typeof FacetsSchema> {
  const of = (facet: FacetRow['facet']) => rows.filter((row) => row.facet === facet);
  const [total] = of('total');
  return {
    Total: total?.count ?? 0,
    IsExact: total?.isCut !== true,
    Kinds: kindsOf(of('extension')),
    Libraries: of('library').map(({ id, label, count: Count }) => ({
      LibraryId: id ?? 0,
      LibraryName: label ?? '',
      Count,
    })),
    People: of('person').map(({ id, label, count: Count }) => ({ UserId: id ?? 0, Name: label ?? '', Count })),
    Years: of('year').map(({ id, count: Count }) => ({ Year: id ?? 0, Count })),
    Tags: of('tag').map(({ id, label, value, count: Count }) => ({
      TagTypeId: id ?? 0,
      TagTypeName: label ?? '',
      Value: value ?? '',
      Count,
    })),
  };
}

function kindsOf(extensions: FacetRow[]): Static<typeof FacetsSchema>['Kinds'] {
  const counts = new Map<ItemKind, number>();
  for (const { value, count } of extensions) {
    const kind = ITEM_KINDS.find((one) => one in EXTENSIONS && isOf(one, value ?? '')) ?? 'other';
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return [...counts].map(([Value, Count]) => ({ Value, Count })).sort((a, b) => b.Count - a.Count);
}

function isOf(kind: ItemKind, extension: string): boolean {
  return kind !== 'folder' && kind !== 'other' && (EXTENSIONS[kind] as readonly string[]).includes(extension);
}
