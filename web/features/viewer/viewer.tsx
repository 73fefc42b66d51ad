import { Text } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { Previewable } from '../../api/documents.ts';
import { messages } from '../../messages/en.ts';
import { NoPreview } from './frame/no-preview.tsx';
import { Picture } from './frame/picture.tsx';
import { COMPONENTS, type ViewerKind, viewerKindOf } from './kinds.ts';
import { renderedKindOf } from './rendered-kinds.ts';

type Props = {
  document: Previewable;
  /** Beside other content: pages are a picture, and the address does not change. */
  isSmall?: boolean;
  /** Whether the address of the page names the place in the document (`#page=12`). */
  hasAddress?: boolean;
};

/** Kinds that are useful beside a list. Others need more room and larger scripts. */
const SMALL = new Set<ViewerKind>(['audio', 'video']);

/** Shows a document, with or without an account. The document is never loaded as a page of its own. */
export function Viewer({ document, isSmall = false, hasAddress = !isSmall }: Props) {
  const kind = viewerKindOf(document);
  const picture = <Picture document={document} note={noteOf(document)} />;
  if (isSmall && (kind === null || !SMALL.has(kind))) return picture;
  if (kind === null) return <NoPreview document={document} />;
  const KindView = COMPONENTS[kind];
  const coming = <Picture document={document} note={messages.preview.loading} />;
  // The fragment isn't sent to the server. It prevents the browser from showing a cached older version.
  const content = `${document.contentUrl}#${document.changedAt}`;
  return (
    <Later content={content} until={waitingOf(kind, coming)} instead={picture}>
      {/* Another version begins anew: what is known about the one before, such as its number of pages, is wrong for it. */}
      <KindView key={content} document={document} content={content} instead={coming} hasAddress={hasAddress} />
    </Later>
  );
}

function noteOf({ kind, name }: Previewable): string | null {
  if (kind === 'pdf') return messages.preview.firstPage;
  return kind === null && renderedKindOf(name) === 'office' ? messages.preview.picture : null;
}

function waitingOf(kind: ViewerKind, picture: ReactNode): ReactNode {
  if (['office', 'pages', 'pdf'].includes(kind)) return picture;
  return ['markdown', 'table', 'mail', 'text'].includes(kind) ? (
    <Text role="status">{messages.preview.loading}</Text>
  ) : null;
}

type LaterProps = { content: string; until: ReactNode; instead: ReactNode; children: ReactNode };

// If the script of a kind can't be loaded, the page shows `instead`.
function Later({ content, until, instead, children }: LaterProps) {
  return (
    <CatchBoundary getResetKey={() => content} errorComponent={() => instead} onCatch={() => {}}>
      <Suspense fallback={until}>{children}</Suspense>
    </CatchBoundary>
  );
}
