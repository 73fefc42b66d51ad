import { Text } from '@mantine/core';
import { ApiError } from '../../../api/client.ts';
import { messages } from '../../../messages/en.ts';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { problemText } from '../../../ui/problem-text.ts';

/** Shown while a document loads, and if it cannot be loaded. */
export function Status({ error }: { error: Error | null }) {
  if (error === null) return <Text role="status">{messages.preview.loading}</Text>;
  return <Text role="alert">{textOf(error)}</Text>;
}

function textOf(error: Error): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 404 || status === 410) return viewMessages.gone;
  // The server says what is wrong with the content.
  return status === 422 ? `${messages.preview.failed} ${problemText(error)}` : messages.preview.failed;
}
