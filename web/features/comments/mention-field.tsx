import { Textarea } from '@mantine/core';
import { type KeyboardEvent, type Ref, useId, useLayoutEffect, useRef, useState } from 'react';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { Suggestions } from '../sharing/people/suggest-field.tsx';
import { type SuggestBox, useSuggestBox } from '../sharing/people/use-suggest-box.ts';
import { type Mentioned, typedMention, withMention } from './mentions.ts';

type Props = {
  label: string;
  value: string;
  rows: number;
  maxLength: number;
  readOnly: boolean;
  ref?: Ref<HTMLTextAreaElement>;
  onText: (text: string) => void;
  onMention: (person: Mentioned) => void;
  /** Keys that the list does not handle. */
  onKeyDown: (event: KeyboardEvent) => void;
};

/** A text field that suggests people after an @. */
export function MentionField({ value, onText, onMention, onKeyDown, ...field }: Props) {
  const id = useId();
  const { box, follow } = useMentions(id, value, { onText, onMention });
  const { shown, chosen } = box;
  return (
    <div>
      <Textarea
        {...field}
        id={id}
        value={value}
        description={t.mentionHint}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined || shown.length === 0 ? undefined : `${id}-${chosen.key}`}
        onChange={({ currentTarget }) => {
          box.start();
          follow(currentTarget.selectionStart, true);
          onText(currentTarget.value);
        }}
        onSelect={({ currentTarget }) => follow(currentTarget.selectionStart, false)}
        onKeyDown={(event) => {
          const isSending = event.ctrlKey || event.metaKey;
          if (shown.length === 0 || isSending || !box.takesKey(event)) return onKeyDown(event);
          // A key that the list handles does not reach the dialog.
          event.preventDefault();
          event.stopPropagation();
        }}
        onBlur={box.hide}
      />
      <Suggestions id={id} box={box} />
    </div>
  );
}

type Mentions = {
  box: SuggestBox;
  /** Called when the cursor moves, also by typing. */
  follow: (cursor: number, isTyped: boolean) => void;
};

function useMentions(id: string, value: string, { onText, onMention }: Pick<Props, 'onText' | 'onMention'>): Mentions {
  const [cursor, setCursor] = useState(0);
  // Names before this position were chosen.
  const [doneUntil, setDoneUntil] = useState(0);
  const moved = useRef<number | null>(null);
  const typed = typedMention(value, cursor, doneUntil);
  const box = useSuggestBox(typed ?? '', [], { picksFirst: true }, ({ id: userId, name }) => {
    const changed = withMention(value, cursor, name);
    onText(changed.text);
    onMention({ id: userId, name });
    setCursor(changed.cursor);
    setDoneUntil(changed.cursor);
    moved.current = changed.cursor;
  });
  // React has written the text, which moves the cursor to its end.
  useLayoutEffect(() => {
    if (moved.current !== null) fieldOf(id)?.setSelectionRange(moved.current, moved.current);
    moved.current = null;
  });
  return {
    box: { ...box, shown: typed === null ? [] : box.shown },
    follow(position, isTyped) {
      setCursor(position);
      if (isTyped) setDoneUntil((before) => Math.min(before, position));
    },
  };
}

const fieldOf = (id: string) => document.getElementById(id) as HTMLTextAreaElement | null;
