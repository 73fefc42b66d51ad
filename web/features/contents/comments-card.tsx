import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { useVisit } from '../visits/visit-context.ts';

// Most links do not allow comments.
const LinkComments = lazy(async () => ({
  default: (await import('../comments/link-comments.tsx')).LinkComments,
}));

/** The comments of a document, if the link allows them. */
export function CommentsCard({ documentId }: { documentId: number }) {
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
