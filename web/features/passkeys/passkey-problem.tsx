import { Alert } from '@mantine/core';
import type { ApiError } from '../../api/client.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PasskeyAborted, PasskeyError } from './ask.ts';

type Props = { error: Error | null; known?: (error: ApiError) => string | null };

/** Shows an error of the browser or of the server, if there is one. */
export function PasskeyProblem({ error, ...rest }: Props) {
  if (error instanceof PasskeyAborted) return null;
  if (!(error instanceof PasskeyError)) return <ProblemAlert error={error} {...rest} />;
  return (
    <Alert color="red" variant="outline" role="alert">
      {error.message}
    </Alert>
  );
}
