import { Stack } from '@mantine/core';
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type SharedFolder, type VisitDocument, getDocument, pictureUrl } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { FailedMessage } from '../visits/states.tsx';
import { useVisit } from '../visits/visit-context.ts';
import { DocumentView } from './document-view.tsx';
import { useArrowKeys } from '../document/neighbors/use-arrow-keys.ts';
import { HereLink } from './here-link.tsx';
import { searchOf } from './here-place.ts';
import type { FolderQuery } from './use-folder.ts';
import css from '../../ui/page.module.css';

type Props = { documentId: number; folderId: number; shared: SharedFolder; listing: FolderQuery };

/** A document of a shared folder, with links back and to its neighbors, or back to the search that found it. */
export function DocumentInFolder({ documentId, folderId, shared, listing }: Props) {
  const { link } = useVisit();
  const { q } = useSearch({ strict: false });
  const folder = folderId === shared.FolderId ? {} : { folder: folderId };
  const { data, error, refetch } = useQuery({
    queryKey: ['document', link.reference, documentId],
    queryFn: () => getDocument(link, documentId),
    initialData: () => listing.documents.find((document) => document.DocumentId === documentId),
  });
  return (
    <Stack gap="md">
      <nav className={css.neighbours} aria-label={messages.contents.path}>
        <HereLink place={q === undefined ? folder : { q }} className={css.quietLink}>
          <IconArrowLeft size={20} aria-hidden />
          {q === undefined ? messages.contents.back : messages.contents.backToResults}
        </HereLink>
        {q === undefined ? <Neighbours documentId={documentId} folderId={folderId} listing={listing} /> : null}
      </nav>
      {data !== undefined ? (
        <DocumentView key={data.DocumentId} document={data} folderId={folderId} />
      ) : error !== null ? (
        <FailedMessage error={error} retry={() => void refetch()} />
      ) : null}
    </Stack>
  );
}

/** Links and arrow keys to the previous and next document. Going back leads to the folder from any of them. */
function Neighbours({ documentId, folderId, listing }: Omit<Props, 'shared'>) {
  const { link } = useVisit();
  const navigate = useNavigate();
  const { documents } = listing;
  const more = listing.next.load;
  const hasFailed = listing.next.error !== null;
  const at = documents.findIndex((document) => document.DocumentId === documentId);
  const previous = at > 0 ? documents[at - 1] : undefined;
  const next = at >= 0 ? documents[at + 1] : undefined;
  const go = (to: VisitDocument | undefined) => {
    if (to === undefined) return null;
    const place = { folder: folderId, document: to.DocumentId };
    return () => void navigate({ to: '.', search: (search) => searchOf(search, place), replace: true });
  };
  useArrowKeys(documentId, { previous: go(previous), next: go(next) });
  const isLast = at >= 0 && next === undefined;
  useEffect(() => {
    if (isLast && !hasFailed) more?.();
  }, [isLast, hasFailed, more]);
  const nextPicture = next === undefined ? null : pictureUrl(link, next, 256);
  useEffect(() => {
    // The content and a readable picture are not loaded ahead: they would count as a view.
    if (nextPicture !== null) new Image().src = nextPicture;
  }, [nextPicture]);
  return (
    <span className={css.neighboursEnds}>
      {previous === undefined ? null : (
        <HereLink place={{ folder: folderId, document: previous.DocumentId }} className={css.quietLink} replace>
          <IconChevronLeft size={20} aria-hidden />
          {messages.contents.previous}
        </HereLink>
      )}
      {next === undefined ? null : (
        <HereLink place={{ folder: folderId, document: next.DocumentId }} className={css.quietLink} replace>
          {messages.contents.next}
          <IconChevronRight size={20} aria-hidden />
        </HereLink>
      )}
    </span>
  );
}
