import { Button, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Document, Place } from '../../api/answers.ts';
import { type CommentSource, commentsOf } from '../../api/comments.ts';
import { canListFolder, previewableOf } from '../../api/documents.ts';
import { documentQuery, tagsQuery } from '../../queries.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { documentMessages } from '../../messages/en/document.ts';
import { formatSize } from '../../ui/format.ts';
import { useIsPhone } from '../../ui/menus/use-is-phone.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { markableOf } from '../viewer/kinds.ts';
import { PageMarksProvider } from '../viewer/marks/page-marks.tsx';
import { Viewer } from '../viewer/viewer.tsx';
import { Crumbs } from '../library/tree/crumbs.tsx';
import { InPlace, Waiting } from '../library/place-pages.tsx';
import { PageTitle } from '../shell/shell-page.tsx';
import { StarButton } from '../stars/star-button.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { CommentMarks } from '../comments/comment-marks.tsx';
import { DocumentComments } from '../comments/document-comments.tsx';
import { countsQuery, useOpenThreads } from '../comments/use-comments.ts';
import { Comparison } from './compare/comparison.tsx';
import { canCompare, useCompared } from './compare/use-compared.ts';
import { AccessSection } from './access-section.tsx';
import { Activity } from './activity.tsx';
import { DocumentTasks } from './document-tasks.tsx';
import { OwnLinks } from './own-links.tsx';
import { DocumentActions } from './document-actions.tsx';
import { NeighborLinks } from './neighbors/neighbor-links.tsx';
import { Pane } from './pane/pane.tsx';
import { type PaneState, type Tab, usePane } from './pane/use-pane.ts';
import { tagTypesOf } from '../tags/tag-types-of.ts';
import { Tags } from './tags.tsx';
import { Versions } from './versions.tsx';
import documentCss from './document.module.css';
import shellCss from '../shell/shell.module.css';

const t = libraryMessages.document;

/** A document: its content, and tabs about it. */
export function DocumentPage() {
  const { id = '' } = useParams({ strict: false });
  const key = { kind: 'document', id: Number(id) } as const;
  return <InPlace of={key}>{(place) => <Details key={id} documentId={key.id} place={place} />}</InPlace>;
}

function Details({ documentId, place }: { documentId: number; place: Place }) {
  const { data, error, refetch } = useQuery(documentQuery(documentId));
  const [comments] = useState(() => commentsOf(documentId));
  // These requests decide the height of the sections. Rendering before they finish would move the content.
  const isWhole = useQueries({
    queries: [...tagTypesOf(place), tagsQuery(documentId), countsQuery(comments)],
    combine: (answers) => answers.every(({ isFetched }) => isFetched),
  });
  const pane = usePane();
  const compared = useCompared();
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  if (data === undefined || !isWhole) return <Waiting />;
  const { Abilities } = place;
  const { DocumentName: name } = data;
  return (
    <div className={`${shellCss.shellPage} ${documentCss.document}`}>
      <PageTitle title={name} />
      <Crumbs place={place} end={name} />
      <div className={documentCss.documentHead}>
        <div className={documentCss.documentName}>
          <Title order={1} size="h3">
            {name}
          </Title>
          <StarButton item={{ kind: 'document', id: documentId, name }} isStarred={place.IsStarred} />
        </div>
        {compared.ids === null ? <Neighbors document={data} place={place} /> : null}
        <DocumentActions document={{ id: documentId, name }} abilities={Abilities} />
        {pane.isOpen || compared.ids !== null ? null : <OpenPane open={() => pane.setOpen(true)} />}
      </div>
      {compared.ids === null ? (
        <Parts document={data} place={place} pane={pane} comments={comments} />
      ) : (
        <Comparison document={previewableOf(data, place)} {...compared} ids={compared.ids} />
      )}
    </div>
  );
}

type PartsProps = { document: Document; place: Place; pane: PaneState; comments: CommentSource };

function Parts({ document, place, pane, comments }: PartsProps) {
  const open = useOpenThreads(comments);
  const isOnPhone = useIsPhone();
  const openComments = () => {
    if (pane.tab !== 'comments' || !pane.isOpen) pane.show('comments');
  };
  return (
    <div className={documentCss.documentParts} data-closed={!pane.isOpen || undefined}>
      <PageMarksProvider on={markableOf(previewableOf(document, place))} hash={document.Hash} onOpen={openComments}>
        <CommentMarks source={comments} />
        <Look document={document} place={place} />
        {pane.isOpen || isOnPhone ? (
          <Pane pane={pane} counts={{ comments: open ?? 0 }}>
            {(tab) => <TabContent tab={tab} document={document} place={place} comments={comments} />}
          </Pane>
        ) : null}
      </PageMarksProvider>
    </div>
  );
}

function Neighbors({ document, place }: { document: Document; place: Place }) {
  if (!canListFolder(document, place)) return null;
  return <NeighborLinks documentId={document.DocumentId} folderId={document.FolderId} />;
}

function OpenPane({ open }: { open: () => void }) {
  return (
    <Button size="sm" variant="default" className={documentCss.openPane ?? ''} onClick={open}>
      {documentMessages.openPane}
    </Button>
  );
}

type ContentProps = { tab: Tab; document: Document; place: Place; comments: CommentSource };

function TabContent({ tab, document, place, comments }: ContentProps) {
  const { DocumentId: documentId } = document;
  const { Abilities } = place;
  const shown = previewableOf(document, place);
  const { open } = useCompared();
  if (tab === 'versions') {
    const onCompare = canCompare(shown) ? open : null;
    return <Versions documentId={documentId} canRestore={Abilities.RestoreRevision} onCompare={onCompare} />;
  }
  if (tab === 'comments') return <DocumentComments source={comments} />;
  if (tab === 'tasks') return <DocumentTasks documentId={documentId} />;
  if (tab === 'activity') return <Activity documentId={documentId} />;
  if (tab === 'access') {
    return (
      <>
        {Abilities.ManagePermissions ? <AccessSection documentId={documentId} /> : null}
        <OwnLinks documentId={documentId} />
      </>
    );
  }
  return (
    <>
      <Facts document={document} />
      <Tags documentId={documentId} place={place} />
    </>
  );
}

/** Classes of the kinds that are usually wider than high. */
const SHAPES: Record<string, string | undefined> = { image: documentCss.isImage, video: documentCss.isVideo };

// Space is reserved before the preview loads.
function Look({ document, place }: { document: Document; place: Place }) {
  const { CanPreview: kind } = place;
  return (
    <div
      className={
        kind === 'audio'
          ? documentCss.documentLook
          : `${documentCss.documentLook} ${documentCss.hasRoom} ${SHAPES[kind ?? ''] ?? ''}`
      }
    >
      <Viewer document={previewableOf(document, place)} />
    </div>
  );
}

function Facts({ document: { DocumentSize, DateModified, Hash } }: { document: Document }) {
  return (
    <dl className={documentCss.facts}>
      <dt>{t.size}</dt>
      <dd>{formatSize(DocumentSize)}</dd>
      <dt>{t.changed}</dt>
      <dd>
        <RelativeTime iso={DateModified} />
      </dd>
      <dt>{t.hash}</dt>
      <dd className={documentCss.hash}>{Hash}</dd>
    </dl>
  );
}
