import { ActionIcon, Button, Skeleton, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Revision } from '../../api/answers.ts';
import { restoreRevision, revisionContentUrl } from '../../api/library.ts';
import { revisionsQuery } from '../../queries.ts';
import { documentMessages } from '../../messages/en/document.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { formatSize, formatTime } from '../../ui/format.ts';
import { PersonOrAddress } from '../../ui/person/person.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { refreshLists } from '../library/actions/outcome.ts';
import { showNotice } from '../shell/notice-list.ts';
import { useReturningFocus } from './compare/use-compared.ts';
import documentCss from './document.module.css';
import libraryCss from '../library/library.module.css';

const t = libraryMessages.document;

type Props = {
  documentId: number;
  canRestore: boolean;
  /** Shows an older version beside the current one. Null: versions of this kind cannot be shown. */
  onCompare: ((revisionId: number) => void) | null;
};

/** All versions of a document, newest first. Older versions can be compared and restored. */
export function Versions({ documentId, canRestore, onCompare }: Props) {
  const { data, error } = useQuery(revisionsQuery(documentId));
  const restore = useRestore(documentId);
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {t.versions}
      </Title>
      {data === undefined && error === null ? <Skeleton height={60} /> : null}
      <ProblemAlert error={error ?? restore.error} known={({ status }) => (status === 409 ? t.same : null)} />
      <ul>
        {data?.map((revision) => (
          <Version
            key={revision.RevisionId}
            revision={revision}
            onCompare={onCompare === null || revision.IsCurrent ? null : () => onCompare(revision.RevisionId)}
            onRestore={canRestore && !revision.IsCurrent ? () => restore.mutate(revision) : null}
          />
        ))}
      </ul>
    </section>
  );
}

function useRestore(documentId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ RevisionId }: Revision) => restoreRevision(documentId, RevisionId),
    onSuccess: (_answer, { RevisionNumber }) => {
      void refreshLists(queries);
      showNotice({ kind: 'done', text: t.restored(RevisionNumber) });
      return queries.invalidateQueries({ queryKey: ['revisions', documentId] });
    },
  });
}

type VersionProps = { revision: Revision; onCompare: (() => void) | null; onRestore: (() => void) | null };

function Version({ revision, onCompare, onRestore }: VersionProps) {
  const { DocumentId, RevisionId, RevisionNumber: number, IsCurrent, DateCreated, DocumentSize } = revision;
  const { CreatedBy, CreatedByPerson } = revision;
  return (
    <li className={documentCss.version}>
      <span className={libraryCss.placeWhat}>
        {t.version(number)}
        {IsCurrent ? <span className={documentCss.badge}>{t.current}</span> : null}
        <small>
          <PersonOrAddress person={CreatedByPerson} address={CreatedBy} size={20} />
        </small>
        <small>
          {formatTime(DateCreated)} · {formatSize(DocumentSize)}
        </small>
      </span>
      {onCompare === null ? null : <CompareButton revision={revision} onCompare={onCompare} />}
      {onRestore === null ? null : (
        <Button variant="default" size="compact-sm" aria-label={t.restoreOf(number)} onClick={onRestore}>
          {t.restore}
        </Button>
      )}
      <ActionIcon
        component="a"
        href={revisionContentUrl(DocumentId, RevisionId)}
        download
        variant="subtle"
        size="lg"
        aria-label={t.download(number)}
        title={t.download(number)}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function CompareButton({ revision, onCompare }: { revision: Revision; onCompare: () => void }) {
  const button = useReturningFocus(revision.RevisionId);
  const label = documentMessages.compareOf(revision.RevisionNumber);
  return (
    <Button ref={button} variant="default" size="compact-sm" aria-label={label} onClick={onCompare}>
      {documentMessages.compare}
    </Button>
  );
}
