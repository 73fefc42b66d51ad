import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ApiError, isUnconfirmed } from '../api/client.ts';
import { problemText } from './problem-text.ts';

type Props = { error: Error | null; known?: (error: ApiError) => string | null; children?: ReactNode };

/** Shows an error, if there is one. `known` returns the message for statuses with a special meaning here. */
export function ProblemAlert({ error, known, children }: Props) {
  // The person canceled the authentication dialog, so no error is shown.
  if (error === null || isUnconfirmed(error)) return null;
  return (
    <Alert color="red" variant="outline" role="alert">
      {problemText(error, known)} {children}
    </Alert>
  );
}
