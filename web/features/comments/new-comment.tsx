import { CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CommentDraft } from '../../api/comments.ts';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { type DraftPlace, usePageMarks } from '../viewer/marks/page-marks.tsx';
import { CommentForm } from './comment-form.tsx';
import { labelOfPlace } from './label-of-place.ts';
import { useCommentChange, useSource } from './use-comments.ts';
import css from './comments.module.css';

type Props = {
  /** The part of the document that a new thread is about. */
  place?: DraftPlace | null;
  onPlaceEnd?: (() => void) | undefined;
  /** The thread that a reply belongs to. */
  replyTo?: { id: number; name: string };
  onAdded: () => void;
  onCancel?: () => void;
};

/** The field for a new thread or a reply. */
export function NewComment({ place = null, onPlaceEnd, replyTo, onAdded, onCancel }: Props) {
  const { needsName } = useSource();
  const [name, setName] = useState(keptName);
  const adding = useAdding(replyTo?.id ?? null, place, needsName ? name : null);
  return (
    <CommentForm
      label={replyTo === undefined ? t.add : t.replyTo(replyTo.name)}
      action={replyTo === undefined ? t.submit : t.reply}
      draftOf={replyTo === undefined ? 'new' : `reply ${replyTo.id}`}
      place={place}
      error={adding.error}
      send={async (text, mentions) => {
        keepName(name);
        await adding.add(text, mentions);
        onPlaceEnd?.();
        onAdded();
      }}
      {...(onCancel === undefined ? {} : { onCancel })}
    >
      {place === null ? null : <ChosenPlace place={place} onRemove={() => onPlaceEnd?.()} />}
      {needsName ? <NameField name={name} onChange={setName} /> : null}
    </CommentForm>
  );
}

function useAdding(parentId: number | null, place: DraftPlace | null, name: string | null) {
  const { namesVersions } = useSource();
  const shownHash = usePageMarks()?.hash;
  const { mutateAsync, error } = useCommentChange((source, draft: CommentDraft) => source.add(draft));
  const add = async (text: string, mentions: number[]) => {
    const isKnown = namesVersions || place?.hash === shownHash;
    const where = parentId === null && isKnown ? place : null;
    const { page = null, region = null, hash = null } = where ?? {};
    await mutateAsync({ text, parentId, page, region, hash, mentions, name });
  };
  return { add, error };
}

function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <TextInput
      label={t.name}
      description={t.nameHint}
      value={name}
      maxLength={100}
      required
      autoComplete="name"
      enterKeyHint="next"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function ChosenPlace({ place, onRemove }: { place: DraftPlace; onRemove: () => void }) {
  const marks = usePageMarks();
  const label = labelOfPlace(place, marks);
  return label === null ? null : (
    <span className={css.place}>
      {label}
      {marks === null || marks.hash === place.hash ? null : ` · ${t.earlierVersion}`}
      <CloseButton size="sm" aria-label={t.wholeDocument} onClick={onRemove} />
    </span>
  );
}

const NAME = 'carrel.visitor.name';

// Browsers can block storage.
function keptName(): string {
  try {
    return window.localStorage.getItem(NAME) ?? '';
  } catch {
    return '';
  }
}

function keepName(name: string): void {
  try {
    if (name !== '') window.localStorage.setItem(NAME, name);
  } catch {
    // The visitor types it again.
  }
}
