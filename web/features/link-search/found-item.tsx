import type { VisitFoundItem } from '../../api/answers.ts';
import { linkSearchMessages as t } from '../../messages/en/search/link-results.ts';
import { FileIcon, FolderIcon } from '../../ui/kinds/kind-icon.tsx';
import { HereLink } from '../contents/here-link.tsx';
import { firstMarked, foundHash, partsOf } from '../search/snippet-parts.ts';
import css from './link-search.module.css';

/** A match: its name, its folders in the link, and the pieces of its text. It opens at the page of the first piece. */
export function FoundItem({ item, q }: { item: VisitFoundItem; q: string }) {
  const { ItemName: name, Path, Document, FolderId, Snippet: snippets, Page: page } = item;
  const parent = Path.at(-1)?.FolderId;
  const place =
    Document === null
      ? { folder: FolderId ?? 0 }
      : { ...(parent === undefined ? {} : { folder: parent }), document: Document.DocumentId, q };
  return (
    <li className={css.item}>
      {Document === null ? <FolderIcon size={26} /> : <FileIcon name={name} size={26} />}
      <div className={css.what}>
        <HereLink place={place} hash={foundHash(page, firstMarked(snippets))} className={css.link}>
          {name}
        </HereLink>
        <small>{Path.map(({ FolderName }) => FolderName).join(' › ')}</small>
        {snippets.length === 0 ? null : (
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
        )}
      </div>
    </li>
  );
}
