import { Box, type BoxProps, Button, type ButtonProps, Loader, Stack, VisuallyHidden } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../messages/en.ts';
import { ProblemAlert } from './problem-alert.tsx';

/** The next page of a list. */
export type NextPage = {
  /** Null after the last page. */
  load: (() => void) | null;
  isLoading: boolean;
  /** Why the page could not be loaded. */
  error: Error | null;
};

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'
>;

export const nextPageOf = (query: Pages): NextPage => ({
  load: query.hasNextPage ? () => void query.fetchNextPage() : null,
  isLoading: query.isFetchingNextPage,
  error: query.isFetchNextPageError ? query.error : null,
});

type Props = Pick<BoxProps, 'mt' | 'style'> & { next: NextPage; size?: ButtonProps['size']; label?: string };

/**
 * The button for the next page of a list. It keeps the focus while the page is loaded, and leaves it in its place after the last
 * one, so that Tab goes on from there.
 */
export function MoreButton({ next: { load, isLoading, error }, size, label = messages.contents.more, ...look }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (isUsed && load === null && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
  }, [isUsed, load]);
  if (load === null && !isUsed) return null;
  const use = () => {
    if (isLoading) return;
    setUsed(true);
    load?.();
  };
  return (
    <Box ref={place} tabIndex={-1} {...look}>
      <Stack gap="xs" align="flex-start">
        <ProblemAlert error={error} />
        {load === null ? null : (
          // A disabled button would lose the focus.
          <Button
            variant="default"
            aria-disabled={isLoading}
            rightSection={isLoading ? <Loader size={14} /> : undefined}
            {...(size && { size })}
            onClick={use}
          >
            {label}
          </Button>
        )}
        <VisuallyHidden role="status">{isLoading ? messages.contents.loadingMore : ''}</VisuallyHidden>
      </Stack>
    </Box>
  );
}
