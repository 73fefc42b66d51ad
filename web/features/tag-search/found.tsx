import { Skeleton } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import type { FoundDocument } from '../../api/search.ts';
import { tagSearchMessages as t } from '../../messages/en/tags.ts';
import { Empty } from '../../ui/empty.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ItemIcon } from '../library/item/item-icon.tsx';
import { ItemLink } from '../library/item/item-link.tsx';
import type { PagedList } from '../shell/list-page.tsx';
import tagSearchCss from './tag-search.module.css';
import libraryCss from '../library/library.module.css';
import shellCss from '../shell/shell.module.css';

/** The matching documents, 200 at a time. */
export function Found({ list: { items, next } }: { list: PagedList<FoundDocument> }) {
  if (items === undefined) return <Skeleton height={200} mt="lg" radius="lg" />;
  if (items.length === 0) return <Empty Icon={IconSearchOff} text={t.none} />;
  return (
    <section aria-label={t.results} className={shellCss.sectionTitle}>
      <p role="status" className={tagSearchCss.foundCount}>
        {t.found(items[0]?.total ?? 0)}
      </p>
      <ul className={libraryCss.placeList}>
        {items.map((document) => (
          <li key={document.DocumentId}>
            <Row document={document} />
          </li>
        ))}
      </ul>
      <MoreButton next={next} mt="md" />
      <p className={tagSearchCss.foundHint}>{t.keep}</p>
    </section>
  );
}

function Row({ document: { DocumentId, DocumentName, FolderName, DateModified } }: { document: FoundDocument }) {
  return (
    <ItemLink item={{ kind: 'document', id: DocumentId }} className={libraryCss.placeRow}>
      <ItemIcon entry={{ kind: 'document', name: DocumentName }} size={26} />
      <span className={libraryCss.placeWhat}>
        {DocumentName}
        <small>
          {t.inFolder(FolderName)} · <RelativeTime iso={DateModified} />
        </small>
      </span>
    </ItemLink>
  );
}
