import { CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CommentDraft } from '../../api/comments.ts';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { randomId } from '../../random-id.ts';
import { usePageMarks } from '../viewer/marks/page-marks.tsx';
import type { PagePlace } from '../viewer/marks/region.ts';
import { CommentForm } from './comment-form.tsx';
import { labelOfPlace } from './label-of-place.ts';
import { useCommentChange, useSource } from './use-comments.ts';
import css from './comments.module.css';

type Props = {
  /** The part of the document that a new thread is about. */
  place?: PagePlace | null;
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

type Added = { draft: CommentDraft; key: string };

function useAdding(parentId: number | null, place: PagePlace | null, name: string | null) {
  // The same for repeated attempts to send the same text, so that it is added once.
  const [last, setLast] = useState({ text: '', key: '' });
  const { mutateAsync, error } = useCommentChange((source, { draft, key }: Added) => source.add(draft, key));
  const add = async (text: string, mentions: number[]) => {
    const key = last.text === text ? last.key : randomId();
    setLast({ text, key });
    const where = parentId === null ? place : null;
    const draft = { text, parentId, page: where?.page ?? null, region: where?.region ?? null, mentions, name };
    await mutateAsync({ draft, key });
    setLast({ text: '', key: '' });
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

function ChosenPlace({ place, onRemove }: { place: PagePlace; onRemove: () => void }) {
  const label = labelOfPlace(place, usePageMarks());
  return label === null ? null : (
    <span className={css.place}>
      {label}
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
