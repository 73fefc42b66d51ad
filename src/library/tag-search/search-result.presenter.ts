import type { Static } from 'typebox';
import { autoName } from '../tags/document-tags.presenter.ts';
import { type TypedValue, presentValue, valuesOf } from './tag-search.presenter.ts';
import type { FoundDocument } from './tag-search.queries.ts';
import type { SearchResultSchema } from './tag-search.schema.ts';
import type { FoundInLibrary } from './tag-search.access.ts';

type Status = Static<typeof SearchResultSchema>['Embedded']['Documents'][number]['StatusInformation'][number];

/**
 * The JSON text of a search result (docs/api/search.md#search-by-tags) with these documents. Built as text like lists
 * of documents (decision 0008), because there may be thousands.
 */
export function formatFound(baseUrl: string, found: FoundInLibrary, documents: FoundDocument[]): string {
  const api = JSON.stringify(`${baseUrl}/api/`).slice(0, -1);
  const library = `"LibraryUri":${api}libraries/${found.libraryId}","FolderIconUri":${api}images/folder.svg"`;
  const printed = documents.map((document) => {
    const { simple, status } = valuesOf(found.types, document);
    const values = simple.map(({ value }) => value);
    const self = `${api}documents/${document.documentId}`;
    return (
      `{"DateModified":"${document.modifiedAt}","DocumentId":${document.documentId},` +
      `"DocumentName":${JSON.stringify(document.name)},` +
      `"DocumentAutoName":${JSON.stringify(autoName(document.name, values))},` +
      `"FolderId":${document.folderId},"FolderName":${JSON.stringify(document.folderName)},` +
      `"LibraryName":${JSON.stringify(document.libraryName)},` +
      `"StatusInformation":${status.length === 0 ? '[]' : JSON.stringify(status.map(presentStatus))},` +
      `"Links":{"Self":${self}","Content":${self}/content","DocumentUri":${self}",` +
      `"FolderUri":${api}folders/${document.folderId}",${library}}}`
    );
  });
  return `{"TotalCount":${found.total},"Embedded":{"Documents":[${printed.join(',')}]}}`;
}

function presentStatus(tag: TypedValue): Status {
  return { TagTypeName: tag.type.name, ...presentValue(tag), DataType: tag.type.dataType };
}
