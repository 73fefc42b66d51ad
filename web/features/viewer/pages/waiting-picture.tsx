import { VisuallyHidden } from '@mantine/core';
import type { Previewable } from '../../../api/documents.ts';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import { problemText } from '../../../ui/problem-text.ts';
import { Picture } from '../frame/picture.tsx';
import { renderedKindOf } from '../rendered-kinds.ts';

/** The picture of a document while its pages are made, or if there are none, with the reason. */
export function WaitingPicture({ document, error }: { document: Previewable; error: Error | null }) {
  const words = renderedKindOf(document.name) === 'image' ? t.picture : t.pages;
  const note = error === null ? words.preparing : `${words.none} ${problemText(error)}`;
  return (
    <>
      <Picture document={document} note={note} />
      <VisuallyHidden role="status">{note}</VisuallyHidden>
    </>
  );
}
