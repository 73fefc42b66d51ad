import { Button, Textarea } from '@mantine/core';
import type { KeyboardEvent, ReactNode, SubmitEvent } from 'react';
import type { ApiError } from '../../api/client.ts';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { focusNow } from './focus-now.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { MentionField } from './mention-field.tsx';
import type { DraftPlace } from '../viewer/marks/page-marks.tsx';
import type { Mentioned } from './mentions.ts';
import { useSource } from './use-comments.ts';
import { type Draft, type DraftOf, type Send, draftKey, useDraft } from './use-draft.ts';
import css from './comments.module.css';

const MAX_TEXT = 10_000;

type Props = {
  label: string;
  action: string;
  /** The tab keeps what is written here under this name. */
  draftOf: DraftOf;
  /** The part of the document that it is about. */
  place?: DraftPlace | null;
  /** The text to change. */
  former?: { text: string; people: Mentioned[] };
  error: Error | null;
  send: Send;
  /** The form has the focus when it appears, and a button that closes it. */
  onCancel?: () => void;
  /** Fields before the text. */
  children?: ReactNode;
};

/** A text field for a comment. Ctrl and Enter send it. */
export function CommentForm({ label, action, draftOf, place = null, former, error, send, onCancel, children }: Props) {
  const draft = useDraft(draftKey(useSource(), draftOf), { former, place, send });
  return (
    <form
      className={css.form}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        draft.submit();
      }}
    >
      {children}
      <TextField label={label} draft={draft} isFocused={onCancel !== undefined && !draft.wasKept} />
      <ProblemAlert error={error} known={(problem) => refusal(problem, draft.people)} />
      <div className={css.buttons}>
        <Button type="submit" size="sm" loading={draft.isSending} disabled={draft.isBlank}>
          {action}
        </Button>
        {onCancel === undefined ? null : (
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              draft.forget();
              onCancel();
            }}
          >
            {t.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

function TextField({ label, draft, isFocused }: { label: string; draft: Draft; isFocused: boolean }) {
  const { canMention } = useSource();
  const field = {
    label,
    value: draft.text,
    rows: 3,
    maxLength: MAX_TEXT,
    readOnly: draft.isSending,
    ...(isFocused ? { ref: focusNow } : {}),
    onKeyDown: ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'Enter' && (ctrlKey || metaKey)) draft.submit();
    },
  };
  return canMention ? (
    <MentionField {...field} onText={draft.write} onMention={draft.mention} />
  ) : (
    <Textarea {...field} onChange={({ currentTarget }) => draft.write(currentTarget.value)} />
  );
}

function refusal({ status, message, more }: ApiError, people: Mentioned[]): string | null {
  if (status === 404) return t.gone;
  const [entry] = (more['errors'] ?? []) as { instance?: string }[];
  if (status !== 400 || entry?.instance !== 'Mentions') return null;
  const ids = new Set(message.match(/\d+/g)?.map(Number));
  const names = people.filter(({ id }) => ids.has(id)).map(({ name }) => name);
  return t.cannotView([...new Set(names)].join(', '));
}
