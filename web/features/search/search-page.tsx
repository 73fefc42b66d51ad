import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { NamedItem } from '../../api/answers.ts';
import { searchNames } from '../../api/library.ts';
import { appTexts } from '../../texts/en/app.ts';
import { EntryIcon } from '../library/entry-icon.tsx';
import { EntryLink } from '../library/entry-link.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import { FailedMessage } from '../visits/states.tsx';
import '../library/library.css';

const said = appTexts.search;

/** What is called what somebody looks for, the best matches first. */
export function SearchPage() {
  const { q = '' } = useSearch({ strict: false });
  const query = useInfiniteQuery({
    queryKey: ['found', q],
    queryFn: ({ pageParam }) => searchNames(q, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
    enabled: q !== '',
  });
  if (q === '') return <ShellPage title={said.title} text={said.hint} />;
  if (query.data === undefined && query.error !== null) {
    return <FailedMessage error={query.error} retry={() => void query.refetch()} />;
  }
  const found = query.data?.pages.flatMap(({ body }) => body);
  return (
    <ShellPage title={said.results(q)} {...(found?.length === 0 ? { text: said.none } : {})}>
      {found === undefined ? <Skeleton height={200} mt="lg" radius="lg" /> : null}
      <ul className="place-list section-title">
        {found?.map((item) => (
          <li key={item.Links.Self}>
            <Row item={item} />
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button variant="default" mt="md" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {said.more}
        </Button>
      ) : null}
    </ShellPage>
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
