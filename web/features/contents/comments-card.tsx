import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy } from 'react';
import type { Previewable } from '../../api/documents.ts';
import { markableOf } from '../viewer/kinds.ts';
import { PageMarksProvider } from '../viewer/marks/page-marks.tsx';
import { useVisit } from '../visits/visit-context.ts';

// Most links do not allow comments.
const LinkComments = lazy(async () => ({
  default: (await import('../comments/link-comments.tsx')).LinkComments,
}));

/** The comments of a document, if the link allows them. */
function CommentsCard({ documentId }: { documentId: number }) {
  const { visit } = useVisit();
  if (!visit.Allow.Comment) return null;
  return (
    <CatchBoundary getResetKey={() => 'comments'} errorComponent={() => null} onCatch={() => {}}>
      <Suspense fallback={null}>
        <LinkComments key={documentId} documentId={documentId} />
      </Suspense>
    </CatchBoundary>
  );
}

type Props = { document: Previewable; children: ReactNode };

/** A document, and its comments below, which are marked on its pages. */
export function WithComments({ document, children }: Props) {
  const { visit } = useVisit();
  return (
    <PageMarksProvider on={visit.Allow.Comment ? markableOf(document) : null} hash={document.hash}>
      {children}
      <CommentsCard documentId={document.documentId} />
    </PageMarksProvider>
  );
}
