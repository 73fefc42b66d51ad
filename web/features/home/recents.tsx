import { IconFiles, IconStar } from '@tabler/icons-react';
import type { RecentDocument, StarredItem } from '../../api/answers.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Nothing, Panel } from './panel.tsx';
import { HomeRow, StarredRow } from './rows.tsx';
import { OwnLibraryButton } from './own-library-button.tsx';
import css from './home.module.css';

const t = homeMessages;

/** The person's recently used documents. */
export function Recents({ documents }: { documents: RecentDocument[] }) {
  return (
    <Panel title={t.recent.title}>
      {documents.length === 0 ? (
        <Nothing Icon={IconFiles} text={t.recent.none}>
          <OwnLibraryButton />
        </Nothing>
      ) : (
        <ul className={css.rows}>
          {documents.map((document) => (
            <HomeRow
              key={document.DocumentId}
              item={{ kind: 'document', id: document.DocumentId, name: document.DocumentName }}
              isStarred={document.IsStarred}
            >
              {document.FolderName === null ? null : `${document.FolderName} · `}
              {t.recent.action[document.LastAction]} <RelativeTime iso={document.LastActionDate} />
            </HomeRow>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The latest stars. */
export function Starred({ items }: { items: StarredItem[] }) {
  return (
    <Panel title={t.starred.title} {...(items.length === 0 ? {} : { to: '/starred' })}>
      {items.length === 0 ? (
        <Nothing Icon={IconStar} text={t.starred.none}>
          <LinkButton to="/libraries">{t.toLibraries}</LinkButton>
        </Nothing>
      ) : (
        <ul className={css.rows}>
          {items.map((item) => (
            <StarredRow key={item.Links.Self} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
