import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/client.ts';
import { problemText } from './problem-text.ts';

type Props = { error: Error | null; known?: (error: ApiError) => string | null; children?: ReactNode };

/** Says what went wrong, if something did; `known` says it for statuses that mean something particular here. */
export function ProblemAlert({ error, known, children }: Props) {
  if (error === null) return null;
  return (
    <Alert color="red" variant="outline" role="alert">
      {problemText(error, known)} {children}
    </Alert>
  );
}
