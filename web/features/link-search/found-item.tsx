import type { VisitFoundItem } from '../../api/answers.ts';
import { FileIcon, FolderIcon } from '../../ui/kinds/kind-icon.tsx';
import { HereLink } from '../contents/here-link.tsx';
import { markedText, foundHash } from '../search/snippet-parts.ts';
import { Snippets } from '../search/snippets.tsx';
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
        <HereLink place={place} hash={foundHash(page, markedText(snippets))} className={css.link}>
          {name}
        </HereLink>
        <small>{Path.map(({ FolderName }) => FolderName).join(' › ')}</small>
        <Snippets snippets={snippets} page={page} />
      </div>
    </li>
  );
}
