import { useCallback, useEffect, useState } from 'react';
import { keepDraft, keptDraft } from '../../drafts.ts';
import type { DraftPlace } from '../viewer/marks/page-marks.tsx';
import type { CommentSource } from '../../api/comments.ts';
import { type Mentioned, mentionsIn } from './mentions.ts';

/** The form that a draft belongs to: a new thread, a reply to a thread, or a change of a comment. */
export type DraftOf = 'new' | `reply ${number}` | `edit ${number}`;

type Kept = { text: string; people: Mentioned[]; place: DraftPlace | null };

/** Where a draft is kept. */
export const draftKey = ({ documentId, key }: CommentSource, of: DraftOf): string =>
  `comment.${key}.${documentId}.${of}`;

/** The draft that the tab has kept, if there is one. */
export function findDraft(key: string): Kept | null {
  const kept = keptDraft(key);
  return kept === null ? null : (JSON.parse(kept) as Kept);
}

/** Rejects if it fails; the text is kept then. */
export type Send = (text: string, mentions: number[]) => Promise<void>;

type Options = { former: { text: string; people: Mentioned[] } | undefined; place: DraftPlace | null; send: Send };

/** The text of a form, which the tab keeps until it is sent or given up. */
export function useDraft(key: string, { former, place, send }: Options) {
  const [begun] = useState(() => findDraft(key));
  const [text, write] = useState(begun?.text ?? former?.text ?? '');
  const [people, setPeople] = useState(begun?.people ?? former?.people ?? []);
  const [isSending, setSending] = useState(false);
  const isBlank = text.trim() === '';
  const isUnchanged = isBlank || text === former?.text;
  useEffect(() => {
    const kept: Kept = { text, people, place };
    keepDraft(key, isUnchanged ? null : JSON.stringify(kept));
  }, [key, text, people, place, isUnchanged]);
  const forget = useCallback(() => keepDraft(key, null), [key]);
  const submit = async () => {
    if (isBlank || isSending) return;
    setSending(true);
    // The form shows the error.
    const isSent = await send(text, mentionsIn(text, people)).then(
      () => true,
      () => false,
    );
    setSending(false);
    if (!isSent) return;
    // The form may be gone.
    forget();
    write('');
  };
  const mention = (person: Mentioned) => setPeople((before) => [...before, person]);
  return {
    text,
    write,
    people,
    mention,
    isSending,
    isBlank,
    wasKept: begun !== null,
    forget,
    submit: () => void submit(),
  };
}

export type Draft = ReturnType<typeof useDraft>;
