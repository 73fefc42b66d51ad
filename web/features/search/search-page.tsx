import { useSearch } from '@tanstack/react-router';
import type { NamedItem } from '../../api/answers.ts';
import { searchNames } from '../../api/library.ts';
import { appTexts } from '../../texts/en/app.ts';
import { EntryIcon } from '../library/entry-icon.tsx';
import { EntryLink } from '../library/entry-link.tsx';
import { ListPage, usePagedList } from '../shell/list-page.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import '../library/library.css';

const said = appTexts.search;

/** What is called what somebody looks for, the best matches first. */
export function SearchPage() {
  const { q = '' } = useSearch({ strict: false });
  const list = usePagedList(['found', q], (after) => searchNames(q, after), q !== '');
  if (q === '') return <ShellPage title={said.title} text={said.hint} />;
  return (
    <ListPage title={said.results(q)} {...(list.items?.length === 0 ? { text: said.none } : {})} list={list}>
      {(found) => (
        <ul className="place-list section-title">
          {found.map((item) => (
            <li key={item.Links.Self}>
              <Row item={item} />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function Row({ item: { ItemName, LibraryName, Embedded } }: { item: NamedItem }) {
  const { Folder, Document } = Embedded;
  const item =
    Folder === null
      ? ({ kind: 'document', id: Document?.DocumentId ?? 0 } as const)
      : ({ kind: 'folder', id: Folder.FolderId } as const);
  return (
    <EntryLink item={item} className="place-row">
      <EntryIcon entry={{ ...item, name: ItemName }} size={26} />
      <span className="place-what">
        {ItemName}
        <small>{said.inLibrary(LibraryName)}</small>
      </span>
    </EntryLink>
  );
}
