import { Button, NativeSelect, Skeleton, Text, Title } from '@mantine/core';
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
import type { ComparedIds } from './use-compared.ts';
import { TextChanges } from './text-changes.tsx';
import css from './compare.module.css';

const t = documentMessages.comparison;

/** Kinds whose content is a text, and those of which the server reads the text. */
const TEXTS = new Set<ViewerKind | null>(['markdown', 'table', 'text']);
const READ_BY_SERVER = new Set<ViewerKind | null>(['mail', 'office', 'pdf']);

type Props = {
  document: Previewable;
  ids: ComparedIds;
  choose: (ids: ComparedIds) => void;
  close: () => void;
};

/** Two versions of a document beside each other. */
export function Comparison({ document, ids, choose, close }: Props) {
  const { data, error } = useQuery(revisionsQuery(document.documentId));
  const older = data?.find(({ RevisionId }) => RevisionId === ids.older);
  const newer = data?.find(({ IsCurrent, RevisionId }) => (ids.newer === null ? IsCurrent : RevisionId === ids.newer));
  if (data !== undefined && older !== undefined && newer !== undefined && older !== newer)
    return <TwoVersions {...{ document, older, newer, choose, close }} all={data} />;
  return (
    <Part title={documentMessages.compare} onClose={close}>
      <ProblemAlert error={error} />
      {data === undefined ? error === null && <Skeleton height={200} /> : <Text role="alert">{t.noVersion}</Text>}
    </Part>
  );
}

type TwoVersionsProps = Omit<Props, 'ids'> & { all: Revision[]; older: Revision; newer: Revision };

function TwoVersions({ document, all, older, newer, choose, close }: TwoVersionsProps) {
  const kind = viewerKindOf(document);
  const isByServer = READ_BY_SERVER.has(kind);
  const hasText = isByServer || TEXTS.has(kind);
  const [showsChanges, setShowsChanges] = useState(hasText);
  const shownOf = (revision: Revision) =>
    revisionPreviewOf(document, revision, t.versionOf(revision.RevisionNumber, document.name));
  const lookOf = (revision: Revision) => (showsChanges ? null : shownOf(revision));
  return (
    <Part
      title={t.title(older.RevisionNumber, newer.RevisionNumber)}
      onClose={close}
      tools={hasText ? <Switch showsChanges={showsChanges} onChange={setShowsChanges} /> : null}
    >
      <div className={css.sides} data-short={showsChanges || undefined}>
        <Side revision={older} look={lookOf(older)}>
          <VersionField
            label={t.before}
            {...{ all, chosen: older, other: newer }}
            onChoose={(id) => choose({ older: id, newer: newer.RevisionId })}
          />
        </Side>
        <Side revision={newer} look={lookOf(newer)}>
          <VersionField
            label={t.after}
            {...{ all, chosen: newer, other: older }}
            onChoose={(id) => choose({ older: older.RevisionId, newer: id })}
          />
        </Side>
      </div>
      {showsChanges ? (
        <TextChanges name={document.name} versions={[shownOf(older), shownOf(newer)]} isByServer={isByServer} />
      ) : null}
    </Part>
  );
}

/** `look`: shown below the field; null: only the changes are shown. */
type SideProps = { revision: Revision; look: Previewable | null; children: ReactNode };

function Side({ revision, look, children }: SideProps) {
  return (
    <section aria-label={t.version(revision.RevisionNumber)}>
      {children}
      {look === null ? null : (
        <div className={css.look}>
          <Viewer document={look} hasAddress={false} />
        </div>
      )}
    </section>
  );
}

type FieldProps = {
  label: string;
  all: Revision[];
  chosen: Revision;
  /** The version on the other side, which cannot be compared with itself. */
  other: Revision;
  onChoose: (revisionId: number) => void;
};

function VersionField({ label, all, chosen, other, onChoose }: FieldProps) {
  const choices = all.map(({ RevisionId, RevisionNumber, IsCurrent }) => ({
    value: String(RevisionId),
    label: IsCurrent ? t.current(RevisionNumber) : t.version(RevisionNumber),
    disabled: RevisionId === other.RevisionId,
  }));
  return (
    <>
      <NativeSelect
        label={label}
        data={choices}
        value={String(chosen.RevisionId)}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      />
      <p className={css.facts}>
        {formatTime(chosen.DateCreated)} · {formatSize(chosen.DocumentSize)}
      </p>
    </>
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
