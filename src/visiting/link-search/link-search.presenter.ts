import type { Static } from 'typebox';
import type { Config } from '../../platform/config/config.ts';
import { TIERS } from '../../library/search/matches.queries.ts';
import type { FoundMatch } from '../../library/search/run-search.ts';
import { presentVisitDocument } from '../link-routes/visits.presenter.ts';
import type { Visit } from '../visits/visits.access.ts';
import type { FolderName } from '../visits/visits.queries.ts';
import type { VisitFoundItemSchema } from './link-search.schema.ts';

/** A match for visitors. `path`: from the shared folder to the folder itself, or to that of the document. */
export function presentVisitMatch(
  config: Pick<Config, 'webUrl'>,
  visit: Visit,
  match: FoundMatch,
  path: FolderName[],
): Static<typeof VisitFoundItemSchema> {
  const above = match.kind === 2 ? path.slice(0, -1) : path;
  return {
    ItemType: match.kind === 2 ? 'Folder' : 'Document',
    ItemName: match.name,
    Path: above.map(({ folderId: FolderId, name: FolderName }) => ({ FolderId, FolderName })),
    Document: match.kind === 2 ? null : presentVisitDocument(config, visit, { ...match, documentId: match.id }),
    FolderId: match.kind === 2 ? match.id : null,
    Snippet: match.text?.snippets.map(({ text: Text, marks: Marks }) => ({ Text, Marks })) ?? [],
    Page: match.text?.page ?? null,
    MatchedIn: match.tier === TIERS.name ? 'Name' : 'Text',
  };
}
