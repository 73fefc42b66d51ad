import { Button, Skeleton } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listOwnShares } from '../../api/sharing.ts';
import { appTexts } from '../../texts/en/app.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { ShellPage } from '../shell/shell-page.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { LinkRow } from './link-row.tsx';
import { WithdrawAll } from './withdraw.tsx';
import '../library/library.css';
import './sharing.css';

const said = sharingTexts.mine;

/** What one has shared by link: who has opened it, until when it is good, and how to end it. */
export function LinksPage() {
  const query = useInfiniteQuery({
    queryKey: ['own-shares'],
    queryFn: ({ pageParam }) => listOwnShares(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
  });
  if (query.data === undefined && query.error !== null) {
    return <FailedMessage error={query.error} retry={() => void query.refetch()} />;
  }
  const links = query.data?.pages.flatMap(({ body }) => body);
  return (
    <ShellPage title={said.title} text={said.text}>
      {links === undefined ? <Skeleton height={200} mt="lg" radius="lg" /> : null}
      {links?.length === 0 ? (
        <div className="empty">
          <IconLink size={48} stroke={1.25} aria-hidden />
          <p>{said.none}</p>
        </div>
      ) : null}
      {links?.some(({ Abilities }) => Abilities.Revoke) === true ? <WithdrawAll /> : null}
      <ul className="place-list section-title">
        {links?.map((link) => (
          <LinkRow key={link.ShareId} link={link} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button variant="default" mt="md" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {appTexts.list.more}
        </Button>
      ) : null}
    </ShellPage>
  );
}
