import { useState } from 'react';
import { keepDraft, keptDraft } from '../../drafts.ts';

/** The draft of a comment. The tab keeps it across reloads until it is sent. */
export function useDraft(taskId: number): { text: string; write: (text: string) => void; forget: () => void } {
  const key = `task.${taskId}`;
  const [text, setText] = useState(() => keptDraft(key) ?? '');
  return {
    text,
    write: (written) => {
      setText(written);
      keepDraft(key, written === '' ? null : written);
    },
    forget: () => keepDraft(key, null),
  };
}
