import { useState } from 'react';

/** The draft of a comment. The tab keeps it across reloads until it is sent. */
export function useDraft(taskId: number): { text: string; write: (text: string) => void; forget: () => void } {
  const key = `carrel.task.${taskId}.comment`;
  const [text, setText] = useState(() => reach((storage) => storage.getItem(key)) ?? '');
  return {
    text,
    write: (written) => {
      setText(written);
      reach((storage) => storage.setItem(key, written));
    },
    forget: () => reach((storage) => storage.removeItem(key)),
  };
}

// Browsers can block storage.
function reach<Kept>(use: (storage: Storage) => Kept): Kept | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}
