import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { type TextPart, readText } from './read-part.ts';

/** The bytes that are shown at first, and each time the reader wants more. */
const STEPS = [512_000, 4 * 1024 ** 2, 16 * 1024 ** 2] as const;

export type LoadedText = {
  data: TextPart | undefined;
  error: Error | null;
  /** The number of bytes that are shown at most. */
  shown: number;
  /** Loads more, if there is more that can be shown. */
  more: { label: string; isLoading: boolean; show: () => void } | null;
};

/** The beginning of a text, and more of it on demand. */
export function useText(content: string): LoadedText {
  const [step, setStep] = useState(0);
  const shown = STEPS[step] ?? STEPS[0];
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['text', content, shown],
    queryFn: ({ signal }) => readText(content, shown, signal),
    // Less of the text, while more loads.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const hasMore = data?.isCut === true && step + 1 < STEPS.length;
  const show = () => setStep(step + 1);
  const more =
    hasMore || isPlaceholderData ? { label: viewMessages.text.more, isLoading: isPlaceholderData, show } : null;
  return { data, error, shown: isPlaceholderData ? (STEPS[step - 1] ?? shown) : shown, more };
}
