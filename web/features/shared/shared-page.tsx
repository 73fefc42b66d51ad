import { Skeleton } from '@mantine/core';
import { IconBook2, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SharedItem } from '../../api/answers.ts';
import { listShared } from '../../api/library.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { PlaceItem, PlaceList, PlaceName, WithStar } from '../library/item/place-row.tsx';
import { Empty } from '../../ui/empty.tsx';
import { formatDate } from '../../ui/format.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useMe } from '../shell/use-me.ts';
import { ShellPage } from '../shell/shell-page.tsx';
import { FailedMessage } from '../visits/states.tsx';
import css from '../library/library.module.css';

const t = libraryMessages.shared;

/** Items that were shared with the person directly or through a group, newest first. */
export function SharedPage() {
  const { data, error, refetch } = useQuery({ queryKey: ['shared'], queryFn: listShared });
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  return (
    <ShellPage title={t.title}>
      {data === undefined ? <Skeleton height={200} mt="lg" radius="lg" /> : null}
      {data?.length === 0 ? <NothingShared /> : null}
      <PlaceList items={(data ?? []).toSorted((a, b) => b.SharedOn.localeCompare(a.SharedOn))} Row={Row} />
    </ShellPage>
  );
}

function Row({ item }: { item: SharedItem }) {
  const { Library } = item.Embedded;
  const { UserId: me } = useMe();
  const by = item.SharedBy === null || item.SharedBy.UserId === me ? null : item.SharedBy.Name;
  const text = `${t.by(by, formatDate(item.SharedOn))} · ${t.can(item.Rights.map((right) => t.rights[right]))}`;
  if (Library === null) return <PlaceItem item={item} text={text} />;
  const { LibraryId: id } = Library;
  return (
    <WithStar item={{ kind: 'library', id, name: item.ItemName }} isStarred={item.IsStarred}>
      <Link to="/libraries/$id" params={{ id: String(id) }} className={css.placeRow}>
        <IconBook2 size={26} stroke={1.5} className={css.iconFolder} aria-hidden />
        <PlaceName name={item.ItemName} text={text} />
      </Link>
    </WithStar>
  );
}

function NothingShared() {
  return (
    <Empty Icon={IconUsers} text={t.none}>
      <LinkButton to="/libraries">{homeMessages.toLibraries}</LinkButton>
    </Empty>
  );
}
