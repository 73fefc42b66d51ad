/** English messages of the search inside documents. */
import { formatNumber } from '../../../formatters.ts';

export const searchMessages = {
  title: 'Search',
  hint: 'Search names, tags and the text inside documents.',
  /** A query with quotation marks needs no others. */
  results: (query: string) => (query.includes('"') ? `Results for ${query}` : `Results for “${query}”`),
  /** The search has filters and no words. */
  resultsOfFilters: 'Search results',
  found: (count: number, isCut: boolean) => {
    if (isCut) return count >= 1000 ? 'More than 1,000 results' : `At least ${formatNumber(count)} results`;
    return count === 1 ? '1 result' : `${formatNumber(count)} results`;
  },
  none: 'No results.',
  noneHint: 'Check the spelling, use fewer words, or only the beginning of a word with an asterisk.',
  noneFiltered: 'Nothing matches the filters.',
  refused: 'This search can’t be understood.',
  onlyNames: 'Search names only',
  everything: 'Search inside documents too',
  /** Names that contain the text as a part of a word. */
  names: (query: string) => `Names that contain “${query}”`,
  allNames: 'Show all names',
  inText: 'All results',
  page: (page: number) => `Page ${page}`,
  matchedTags: 'Found in the tags',
  modified: 'modified',
  facets: {
    title: 'Filters',
    open: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
    kind: 'Kind',
    library: 'Library',
    folder: 'Folder',
    person: 'Created by',
    year: 'Modified',
    tag: 'Tag',
    clear: 'Clear filters',
    more: (title: string) => `Show more: ${title}`,
    moreText: 'Show more',
    remove: (filter: string) => `Remove filter: ${filter}`,
    tagValue: (name: string, value: string) => `${name}: ${value}`,
    count: (count: number) => formatNumber(count),
    documents: (count: number) => (count === 1 ? '1 document' : `${formatNumber(count)} documents`),
    show: 'Show results',
    someone: 'Person',
  },
  help: {
    title: 'Search tips',
    rows: [
      ['lease elmwood', 'all of the words'],
      ['"lease agreement"', 'these words next to each other'],
      ['lease OR rent', 'one of the words'],
      ['-draft', 'without the word'],
      ['agree*', 'words that begin with these letters'],
      ['type:pdf', 'a kind of file, such as pdf, image, spreadsheet, or .dwg'],
      ['in:"Projects/Elmwood"', 'everything in a library or folder'],
      ['owner:me', 'documents that you created, or someone else by name or email'],
      ['modified:>2026-01-01', 'modified after a day; also before:2026-01-01 or modified:2026-03'],
      ['tag:Phase=Concept', 'documents with a tag'],
      ['is:starred', 'items that you have starred'],
      ['type:folder', 'folders, the newest first'],
    ],
  },
} as const;
