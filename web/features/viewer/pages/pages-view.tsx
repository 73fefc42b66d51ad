import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Pages } from '../../../api/answers.ts';
import { type Previewable, ofVersion } from '../../../api/documents.ts';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import type { KindProps } from '../kinds.ts';
import { PIXELS } from '../paged/page-layout.ts';
import type { PageSource, ThumbnailProps } from '../paged/page-source.ts';
import { PagedView } from '../paged/paged-view.tsx';
import { usePager } from '../paged/use-pager.ts';
import { renderedKindOf } from '../rendered-kinds.ts';
import { SourceSwitch } from '../text/source-switch.tsx';
import { Source } from '../text/text-view.tsx';
import { PageImage } from './page-image.tsx';
import { askFor, usePrepared } from './prepared.ts';
import { WaitingPicture } from './waiting-picture.tsx';
import css from './pages.module.css';

/** A document as pictures of its pages, which the server draws: neither its content nor its text leaves the server. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function PagesView({ document, content, hasAddress }: KindProps) {
  const { data, error } = usePages(document);
  const [isSource, setSource] = useState(false);
  const pages = data?.value ?? null;
  // A drawing is a text, too.
  const hasSource = document.kind === 'text' && document.hasContent;
  if (hasSource && isSource) {
    const tools = <SourceSwitch isSource onChange={setSource} />;
    return <Source document={document} content={content} tools={tools} />;
  }
  if (hasSource && pages === null && error !== null)
    return <Source document={document} content={content} note={viewMessages.text.notDrawn} />;
  if (pages === null) return <WaitingPicture document={document} error={error} />;
  const showSource = hasSource ? () => setSource(true) : null;
  return <OpenView document={document} pages={pages} hasAddress={hasAddress} showSource={showSource} />;
}

const usePages = ({ baseUrl, changedAt }: Previewable) =>
  usePrepared<Pages>([baseUrl, changedAt, 'pages'], (signal) =>
    askFor(`${baseUrl}/pages`, { signal, read: (response) => response.json() as Promise<Pages> }),
  );

type OpenProps = { document: Previewable; pages: Pages; hasAddress: boolean; showSource: (() => void) | null };

function OpenView({ document, pages, hasAddress, showSource }: OpenProps) {
  const source = useMemo(() => sourceOf(document, pages), [document, pages]);
  const { pager, view } = usePager(source, hasAddress);
  return (
    <PagedView
      document={document}
      pager={pager}
      view={view}
      actions={{ search: null, print: null, source: showSource }}
      bar={
        pages.IsComplete ? null : (
          <Text size="sm" className={css.note}>
            {t.firstPages(pages.PageCount)}
          </Text>
        )
      }
    />
  );
}

function sourceOf({ baseUrl, name, changedAt }: Previewable, { PageCount, Width, Height }: Pages): PageSource {
  const isPicture = renderedKindOf(name) === 'image';
  const factor = isPicture ? 1 : PIXELS;
  const firstSize = { width: Width * factor, height: Height * factor };
  const urlOf = (page: number, width: number) => ofVersion(`${baseUrl}/pages/${page}/image?width=${width}`, changedAt);
  return {
    count: PageCount,
    firstSize,
    isPicture,
    findSize: null,
    PageContent: (props) => <PageImage {...props} urlOf={urlOf} count={PageCount} usualWidth={firstSize.width} />,
    Thumbnail: ({ page, turn }: ThumbnailProps) => (
      <img src={urlOf(page, 320)} alt="" loading="lazy" style={{ rotate: `${turn}deg` }} />
    ),
  };
}
