/** Opens a saved search, to which notifications and emails of its alert lead. */
import { Skeleton } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { ApiError } from '../../api/client.ts';
import { getSavedSearch } from '../../api/search.ts';
import { savedMessages as t } from '../../messages/en/search/saved.ts';
import { searchMessages } from '../../messages/en/search/results.ts';
import { Empty } from '../../ui/empty.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import { linkOf } from '../tag-search/saved-link.ts';
import { FailedMessage } from '../visits/states.tsx';

export function SavedSearchPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    queryKey: ['saved-searches', id],
    queryFn: () => getSavedSearch(Number(id)),
    retry: false,
  });
  if (data !== undefined) return <Navigate {...linkOf(data)} replace />;
  const isGone = error instanceof ApiError && error.status === 404;
  if (error !== null && !isGone) return <FailedMessage error={error} retry={() => void refetch()} />;
  return (
    <ShellPage title={searchMessages.title}>
      {isGone ? (
        <Empty Icon={IconSearchOff} text={t.gone}>
          <Link to="/search" search={{}}>
            {t.all}
          </Link>
        </Empty>
      ) : (
        <Skeleton height={200} mt="lg" radius="lg" />
      )}
    </ShellPage>
  );
}
