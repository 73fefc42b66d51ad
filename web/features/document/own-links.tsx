import { listOwnSharesOf } from '../../api/sharing.ts';
import { activityMessages as t } from '../../messages/en/activity.ts';
import { documentMessages } from '../../messages/en/document.ts';
import { LinkRow } from '../sharing/links/link-row.tsx';
import { usePagedList } from '../shell/list-page.tsx';
import { ListSection } from './list-section.tsx';

/** The person's links to a document. */
export function OwnLinks({ documentId }: { documentId: number }) {
  const list = usePagedList(['own-shares', 'document', String(documentId)], (after) =>
    listOwnSharesOf({ kind: 'document', id: documentId }, after),
  );
  return (
    <ListSection title={t.links} list={list} empty={documentMessages.noLinks}>
      {(link) => <LinkRow key={link.ShareId} link={link} />}
    </ListSection>
  );
}
