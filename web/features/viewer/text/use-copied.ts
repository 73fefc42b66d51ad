import { useEffect, useState } from 'react';
import { copyText } from '../../sharing/copy-text.ts';

const SHOWN_MS = 2000;

/** Copies a text, and says for a moment that it is copied. */
export function useCopied(): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: (text) => void copyText(text).then(setCopied) };
}
