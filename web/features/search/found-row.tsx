/** A match: the item, its place, and the pieces of its text around the words. */
import type { NamedItem } from '../../api/answers.ts';
import { searchMessages as t } from '../../messages/en/search/results.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ItemIcon } from '../library/item/item-icon.tsx';
import { ItemLink } from '../library/item/item-link.tsx';
import { WithStar } from '../library/item/place-row.tsx';
import { placeOf } from './place-of.ts';
import { markedText, foundHash } from './snippet-parts.ts';
import { Snippets } from './snippets.tsx';
import css from './search.module.css';
import libraryCss from '../library/library.module.css';

/** The link goes to the page of the first snippet, and its words are searched there. */
export function FoundRow({ item: found }: { item: NamedItem }) {
  const { ItemName: name, IsStarred, MatchedIn, Embedded } = found;
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
          <ItemLink item={key} className={css.link} hash={foundHash(page, markedText(snippets))}>
            {name}
          </ItemLink>
          <small>
            {placeOf(found)}
            {Document === null ? null : (
              <>
                {' · '}
                {t.modified} <RelativeTime iso={Document.DateModified} />
              </>
            )}
            {MatchedIn === 'Tags' ? ` · ${t.matchedTags}` : null}
          </small>
          <Snippets snippets={snippets} page={page} />
        </div>
      </div>
    </WithStar>
  );
}
