import { Text } from '@mantine/core';
import { ApiError } from '../../../api/client.ts';
import { messages } from '../../../messages/en.ts';
import { viewMessages } from '../../../messages/en/file-views.ts';

/** Shown while a document loads, and if it cannot be loaded. */
export function Status({ error }: { error: Error | null }) {
  if (error === null) return <Text role="status">{messages.preview.loading}</Text>;
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410);
  return <Text role="alert">{isGone ? viewMessages.gone : messages.preview.failed}</Text>;
}
