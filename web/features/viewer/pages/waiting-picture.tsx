import { VisuallyHidden } from '@mantine/core';
import type { Previewable } from '../../../api/documents.ts';
import { viewerMessages as t } from '../../../messages/en/viewer.ts';
import { problemText } from '../../../ui/problem-text.ts';
import { Picture } from '../frame/picture.tsx';

/** The picture of a document while its pages are made, or if there are none, with the reason. */
export function WaitingPicture({ document, error }: { document: Previewable; error: Error | null }) {
  const note = error === null ? t.preparing : `${t.noPages} ${problemText(error)}`;
  return (
    <>
      <Picture document={document} note={note} />
      <VisuallyHidden role="status">{note}</VisuallyHidden>
    </>
  );
}
