/** A match: the item, its place, and the pieces of its text around the words. */
import type { NamedItem, Snippet } from '../../api/answers.ts';
import { appMessages } from '../../messages/en/app.ts';
import { searchMessages as t } from '../../messages/en/search/results.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ItemIcon } from '../library/item/item-icon.tsx';
import { ItemLink } from '../library/item/item-link.tsx';
import { WithStar } from '../library/item/place-row.tsx';
import { firstMarked, foundHash, partsOf } from './snippet-parts.ts';
import css from './search.module.css';
import libraryCss from '../library/library.module.css';

/** The link goes to the page of the first snippet, and its words are searched there. */
export function FoundRow({ item: found }: { item: NamedItem }) {
  const { ItemName: name, IsStarred, LibraryName, MatchedIn, Embedded } = found;
  const { Folder, Document } = Embedded;
  const key =
    Folder === null
      ? ({ kind: 'document', id: Document?.DocumentId ?? 0 } as const)
      : ({ kind: 'folder', id: Folder.FolderId } as const);
  const snippets = found.Snippet ?? [];
  const page = found.Page ?? null;
  return (
    <WithStar item={{ ...key, name }} isStarred={IsStarred}>
      <div className={`${libraryCss.placeRow} ${css.row}`}>
        <ItemIcon entry={{ ...key, name }} size={26} />
        <div className={libraryCss.placeWhat}>
          <ItemLink item={key} className={css.link} hash={foundHash(page, firstMarked(snippets))}>
            {name}
          </ItemLink>
          <small>
            {appMessages.search.inLibrary(LibraryName)}
            {Document === null ? null : (
              <>
                {' · '}
                {t.modified} <RelativeTime iso={Document.DateModified} />
              </>
            )}
            {MatchedIn === 'Tags' ? ` · ${t.matchedTags}` : null}
          </small>
          {snippets.length === 0 ? null : <Snippets snippets={snippets} page={page} />}
        </div>
      </div>
    </WithStar>
  );
}

function Snippets({ snippets, page }: { snippets: readonly Snippet[]; page: number | null }) {
  return (
    <p className={css.snippet}>
      {page === null ? null : <span className={css.page}>{t.page(page)}</span>}
      {snippets.map((snippet, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of one answer keep their order
        <span key={at}>
          {at === 0 ? null : ' … '}
          {partsOf(snippet).map((part) =>
            part.isMarked ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>,
          )}
        </span>
      ))}
    </p>
  );
}
