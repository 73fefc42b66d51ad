import { IconSparkles } from '@tabler/icons-react';
import type { NewDocument } from '../../api/answers.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { Person } from '../../ui/person/person.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Nothing, Panel } from './panel.tsx';
import { HomeRow } from './rows.tsx';
import css from './home.module.css';

const t = homeMessages.fresh;

/** Documents that others have added or changed. */
export function Fresh({ since, documents }: { since: string | null; documents: NewDocument[] }) {
  return (
    <Panel title={t.title} aside={since === null ? undefined : <RelativeTime iso={since} />}>
      {documents.length === 0 ? (
        <Nothing Icon={IconSparkles} text={t.none} />
      ) : (
        <ul className={css.rows}>
          {documents.map((document) => (
            <HomeRow
              key={document.DocumentId}
              item={{ kind: 'document', id: document.DocumentId, name: document.DocumentName }}
              isStarred={document.IsStarred}
            >
              {t.change[document.Change]}{' '}
              {document.ChangedBy === null ? t.visitor : <Person person={document.ChangedBy} size={0} />}{' '}
              <RelativeTime iso={document.DateModified} />
            </HomeRow>
          ))}
        </ul>
      )}
    </Panel>
  );
}
