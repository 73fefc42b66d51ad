import { DocumentPage } from '../contents/document-page.tsx';
import { FolderPage } from '../contents/folder-page.tsx';
import { PendingMessage } from './states.tsx';
import { useVisit } from './visit-context.ts';

/** The content of an unlocked link. */
export function OpenVisit() {
  const { visit } = useVisit();
  if (visit.Item === null) return <PendingMessage />;
  return 'FolderId' in visit.Item ? <FolderPage shared={visit.Item} /> : <DocumentPage shared={visit.Item} />;
}
