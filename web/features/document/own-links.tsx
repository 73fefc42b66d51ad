import { Button, Title } from '@mantine/core';
import { listOwnSharesOf } from '../../api/sharing.ts';
import { activityTexts as said } from '../../texts/en/activity.ts';
import { appTexts } from '../../texts/en/app.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { LinkRow } from '../sharing/link-row.tsx';
import { usePagedList } from '../shell/list-page.tsx';
import '../sharing/sharing.css';

/** The links to a document that one has made. Nothing where there are none. */
export function OwnLinks({ documentId }: { documentId: number }) {
  const { items, error, more, isFetchingMore } = usePagedList(['own-shares', 'of', String(documentId)], (after) =>
    listOwnSharesOf(documentId, after),
  );
  if (error !== null) return <ProblemAlert error={error} />;
  if (items === undefined || items.length === 0) return null;
  return (
    <section className="document-section" aria-label={said.links}>
      <Title order={2} size="h5" mb="xs">
        {said.links}
      </Title>
      <ul className="place-list">
        {items.map((link) => (
          <LinkRow key={link.ShareId} link={link} />
        ))}
      </ul>
      {more === null ? null : (
        <Button variant="default" size="compact-md" mt="sm" loading={isFetchingMore} onClick={more}>
          {appTexts.list.more}
        </Button>
      )}
    </section>
  );
}
