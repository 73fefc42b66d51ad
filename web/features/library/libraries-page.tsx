import { Skeleton, Title } from '@mantine/core';
import { IconBook2, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Library } from '../../api/answers.ts';
import { librariesQuery } from '../../queries.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { FailedMessage } from '../visits/states.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { useMe } from '../shell/use-me.ts';
import { ShellPage } from '../shell/shell-page.tsx';
import libraryCss from './library.module.css';
import shellCss from '../shell/shell.module.css';

const t = libraryMessages.libraries;

/** The person's own library and the shared libraries. */
export function LibrariesPage() {
  const { data, error, refetch } = useQuery(librariesQuery);
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  const corporate = data?.filter(({ IsPrivate }) => !IsPrivate);
  return (
    <ShellPage title={t.title}>
      {data === undefined ? <Skeleton height={60} mt="lg" radius="lg" /> : <Mine libraries={data} />}
      <Title order={2} size="h4" className={shellCss.sectionTitle}>
        {t.corporate}
      </Title>
      {corporate === undefined ? <Skeleton height={128} radius="lg" /> : null}
      {corporate?.length === 0 ? <NoLibraries /> : null}
      <ul className={libraryCss.placeList}>
        {corporate?.map((library) => (
          <li key={library.LibraryId}>
            <LibraryRow library={library} />
          </li>
        ))}
      </ul>
    </ShellPage>
  );
}

function NoLibraries() {
  const { IsSiteAdmin } = useMe();
  if (!IsSiteAdmin) return <p className={shellCss.shellText}>{t.none}</p>;
  return (
    <Empty Icon={IconBook2} text={t.noneForAdmin}>
      <LinkButton to="/admin/libraries" variant="filled">
        {homeMessages.checklist.steps.Library.action}
      </LinkButton>
    </Empty>
  );
}

function Mine({ libraries }: { libraries: Library[] }) {
  const mine = libraries.find(({ IsPrivate }) => IsPrivate);
  if (mine === undefined) return null;
  return (
    <div className={`${libraryCss.placeList} ${shellCss.sectionTitle}`}>
      <LibraryRow library={mine} />
    </div>
  );
}

function LibraryRow({ library: { LibraryId, LibraryName, IsPrivate } }: { library: Library }) {
  const Icon = IsPrivate ? IconUser : IconBook2;
  return (
    <Link to="/libraries/$id" params={{ id: String(LibraryId) }} className={libraryCss.placeRow}>
      <Icon size={26} stroke={1.5} className={libraryCss.iconFolder} aria-hidden />
      <span className={libraryCss.placeWhat}>
        {IsPrivate ? t.mine : LibraryName}
        {IsPrivate ? <small>{t.mineText}</small> : null}
      </span>
    </Link>
  );
}
