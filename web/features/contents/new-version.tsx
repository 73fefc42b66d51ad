import type { VisitDocument } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { AddFiles } from '../uploads/add-files.tsx';
import type { Uploads } from '../uploads/uploads.ts';

type Props = { document: Pick<VisitDocument, 'DocumentId'>; uploads: Uploads; isMain: boolean };

/** Uploads a new version of a document. */
export function NewVersion({ document, uploads, isMain }: Props) {
  return (
    <AddFiles
      kind="file"
      label={messages.contents.newVersion}
      variant={isMain ? 'filled' : 'default'}
      onPick={(picked) => void uploads.add({ kind: 'revision', documentId: document.DocumentId }, picked)}
    />
  );
}
