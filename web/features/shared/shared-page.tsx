import { Skeleton } from '@mantine/core';
import { IconBook2, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SharedItem } from '../../api/answers.ts';
import { listShared } from '../../api/library.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { EntryIcon } from '../library/entry-icon.tsx';
import { EntryLink } from '../library/entry-link.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import { FailedMessage } from '../visits/states.tsx';
import '../library/library.css';

const said = libraryTexts.shared;

/** What was granted to one in particular, wherever it lies. */
export function SharedPage() {
  const { data, error, refetch } = useQuery({ queryKey: ['shared'], queryFn: listShared });
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  return (
    <ShellPage title={said.title}>
      {data === undefined ? <Skeleton height={200} mt="lg" radius="lg" /> : null}
      {data?.length === 0 ? <Empty Icon={IconUsers} text={said.none} /> : null}
      <ul className="place-list section-title">
        {data?.map((item) => (
          <li key={item.Links.Self}>
            <Row item={item} />
          </li>
        ))}
      </ul>
    </ShellPage>
  );
}

function Row({ item: { ItemName, Rights, Embedded } }: { item: SharedItem }) {
  const { Library, Folder, Document } = Embedded;
  const what = (
    <span className="place-what">
      {ItemName}
      <small>{said.may(Rights.map((right) => said.rights[right]))}</small>
    </span>
  );
  if (Library !== null) {
    return (
      <Link to="/libraries/$id" params={{ id: String(Library.LibraryId) }} className="place-row">
        <IconBook2 size={26} stroke={1.5} className="icon-folder" aria-hidden />
        {what}
      </Link>
    );
  }
  const item =
    Folder === null
      ? ({ kind: 'document', id: Document?.DocumentId ?? 0 } as const)
      : ({ kind: 'folder', id: Folder.FolderId } as const);
  return (
    <EntryLink item={item} className="place-row">
      <EntryIcon entry={{ ...item, name: ItemName }} size={26} />
      {what}
    </EntryLink>
  );
}
