import { Text } from '@mantine/core';
import type { Previewable } from '../../../api/documents.ts';
import { messages } from '../../../messages/en.ts';
import css from '../viewer.module.css';

/** The thumbnail of a document's first page, with a note below it. Older versions have no thumbnail. */
export function Picture({ document, note }: { document: Previewable; note: string | null }) {
  return (
    <figure className={css.figure}>
      {document.pictureUrl === null ? null : (
        <img className={css.picture} src={document.pictureUrl} alt={messages.preview.of(document.name)} />
      )}
      {note === null ? null : (
        <Text component="figcaption" size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </figure>
  );
}
