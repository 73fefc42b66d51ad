import { Button, Skeleton, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Revision } from '../../../api/answers.ts';
import { type Previewable, revisionPreviewOf } from '../../../api/documents.ts';
import { documentMessages } from '../../../messages/en/document.ts';
import { revisionsQuery } from '../../../queries.ts';
import { formatSize, formatTime } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { type ViewerKind, viewerKindOf } from '../../viewer/kinds.ts';
import { Viewer } from '../../viewer/viewer.tsx';
import { TextChanges } from './text-changes.tsx';
import css from './compare.module.css';

const t = documentMessages.comparison;

/** Kinds whose content is a text, and those of which the server reads the text. */
const TEXTS = new Set<ViewerKind | null>(['markdown', 'table', 'text']);
const READ_BY_SERVER = new Set<ViewerKind | null>(['mail', 'office', 'pdf']);

type Props = { document: Previewable; revisionId: number; onClose: () => void };

/** An older version of a document beside the current one. */
export function Comparison({ document, revisionId, onClose }: Props) {
  const { data, error } = useQuery(revisionsQuery(document.documentId));
  const older = data?.find(({ RevisionId }) => RevisionId === revisionId);
  const newer = data?.find(({ IsCurrent }) => IsCurrent);
  if (older !== undefined && newer !== undefined && older !== newer)
    return <TwoVersions document={document} older={older} newer={newer} onClose={onClose} />;
  return (
    <Part title={documentMessages.compare} onClose={onClose}>
      <ProblemAlert error={error} />
      {data === undefined ? error === null && <Skeleton height={200} /> : <Text role="alert">{t.noVersion}</Text>}
    </Part>
  );
}

type TwoVersionsProps = { document: Previewable; older: Revision; newer: Revision; onClose: () => void };

function TwoVersions({ document, older, newer, onClose }: TwoVersionsProps) {
  const kind = viewerKindOf(document);
  const isByServer = READ_BY_SERVER.has(kind);
  const hasText = isByServer || TEXTS.has(kind);
  const [showsChanges, setShowsChanges] = useState(hasText);
  const shownOf = (revision: Revision) =>
    revisionPreviewOf(document, revision, t.versionOf(revision.RevisionNumber, document.name));
  const sides = [older, newer].map((revision) => ({ revision, shown: shownOf(revision) }));
  return (
    <Part
      title={t.title(older.RevisionNumber, newer.RevisionNumber)}
      onClose={onClose}
      tools={hasText ? <Switch showsChanges={showsChanges} onChange={setShowsChanges} /> : null}
    >
      <div className={css.sides} data-short={showsChanges || undefined}>
        {sides.map(({ revision, shown }) => (
          <section key={revision.RevisionId} className={css.side} aria-label={t.version(revision.RevisionNumber)}>
            <Title order={3} size="h5">
              {t.version(revision.RevisionNumber)}
              <small>
                {formatTime(revision.DateCreated)} · {formatSize(revision.DocumentSize)}
              </small>
            </Title>
            {showsChanges ? null : (
              <div className={css.look}>
                <Viewer document={shown} hasAddress={false} />
              </div>
            )}
          </section>
        ))}
      </div>
      {showsChanges ? (
        <TextChanges name={document.name} versions={[shownOf(older), shownOf(newer)]} isByServer={isByServer} />
      ) : null}
    </Part>
  );
}

function Switch({ showsChanges, onChange }: { showsChanges: boolean; onChange: (showsChanges: boolean) => void }) {
  const choices: [boolean, string][] = [
    [true, t.changes],
    [false, t.documents],
  ];
  return (
    <div className={css.switch} role="group" aria-label={t.show}>
      {choices.map(([isChanges, label]) => (
        <Button
          key={label}
          size="compact-sm"
          variant={isChanges === showsChanges ? 'light' : 'subtle'}
          aria-pressed={isChanges === showsChanges}
          onClick={() => onChange(isChanges)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

type PartProps = { title: string; onClose: () => void; tools?: ReactNode; children: ReactNode };

function Part({ title, onClose, tools, children }: PartProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that opened the comparison is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <div className={css.head}>
        <Title ref={heading} order={2} size="h4" tabIndex={-1}>
          {title}
        </Title>
        {tools}
        <Button variant="default" size="sm" leftSection={<IconX size={18} aria-hidden />} onClick={onClose}>
          {t.close}
        </Button>
      </div>
      {children}
    </div>
  );
}
