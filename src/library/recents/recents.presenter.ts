import type { Static } from 'typebox';
import { presentPersonOrNull } from '../../core/persons/persons.presenter.ts';
import { presentDocument } from '../documents/documents.presenter.ts';
import type { LocatedDocument, NewDocument, RecentDocument } from './recents.queries.ts';
import type { NewDocumentSchema, RecentDocumentSchema } from './recents.schema.ts';

export function presentRecent(baseUrl: string, document: RecentDocument): Static<typeof RecentDocumentSchema> {
  return { ...presentLocated(baseUrl, document), LastAction: document.action, LastActionDate: document.actedAt };
}

export function presentNew(baseUrl: string, document: NewDocument): Static<typeof NewDocumentSchema> {
  return {
    ...presentLocated(baseUrl, document),
    Change: document.isAdded ? 'Added' : 'Changed',
    ChangedBy: presentPersonOrNull(baseUrl, document.changedBy),
  };
}

function presentLocated(baseUrl: string, document: LocatedDocument) {
  return {
    ...presentDocument(baseUrl, document),
    FolderName: document.folderName,
    IsStarred: document.isStarred,
  };
}
