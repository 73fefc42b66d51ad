import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Pages } from '../../../api/answers.ts';
import type { Previewable } from '../../../api/documents.ts';
import { viewerMessages as t } from '../../../messages/en/viewer.ts';
import { kindOf } from '../../../ui/kinds/kind-of.ts';
import type { KindProps } from '../kinds.ts';
import { PIXELS } from '../paged/page-layout.ts';
import type { PageSource, ThumbnailProps } from '../paged/page-source.ts';
import { PagedView } from '../paged/paged-view.tsx';
import { usePager } from '../paged/use-pager.ts';
import { PageImage } from './page-image.tsx';
import { askFor, usePrepared } from './prepared.ts';
import { WaitingPicture } from './waiting-picture.tsx';
import css from './pages.module.css';

/** A document as pictures of its pages, which the server draws: neither its content nor its text leaves the server. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function PagesView({ document, hasAddress }: KindProps) {
  const { data, error } = usePages(document);
  const pages = data?.value ?? null;
  if (pages === null) return <WaitingPicture document={document} error={error} />;
  return <OpenView document={document} pages={pages} hasAddress={hasAddress} />;
}

const usePages = ({ baseUrl, changedAt }: Previewable) =>
  usePrepared<Pages>([baseUrl, changedAt, 'pages'], (signal) =>
    askFor(`${baseUrl}/pages`, { signal, read: (response) => response.json() as Promise<Pages> }),
  );

function OpenView({ document, pages, hasAddress }: { document: Previewable; pages: Pages; hasAddress: boolean }) {
  const source = useMemo(() => sourceOf(document, pages), [document, pages]);
  const { pager, view } = usePager(source, hasAddress);
  return (
    <PagedView
      document={document}
      pager={pager}
      view={view}
      actions={NO_ACTIONS}
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

const NO_ACTIONS = { search: null, print: null };

function sourceOf({ baseUrl, name, changedAt }: Previewable, { PageCount, Width, Height }: Pages): PageSource {
  const factor = kindOf(name) === 'image' ? 1 : PIXELS;
  const firstSize = { width: Width * factor, height: Height * factor };
  // For images, browsers ignore a fragment: they would show a version that this page has shown before.
  const version = encodeURIComponent(changedAt);
  const urlOf = (page: number, width: number) => `${baseUrl}/pages/${page}/image?width=${width}&version=${version}`;
  return {
    count: PageCount,
    firstSize,
    findSize: null,
    PageContent: (props) => <PageImage {...props} urlOf={urlOf} count={PageCount} usualWidth={firstSize.width} />,
    Thumbnail: ({ page, turn }: ThumbnailProps) => (
      <img src={urlOf(page, 320)} alt="" loading="lazy" style={{ rotate: `${turn}deg` }} />
    ),
  };
}
