/** Names that contain the text of a search as a part of a word, and are not among the first matches. */
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { NamedItem } from '../../api/answers.ts';
import { searchNames } from '../../api/library.ts';
import { searchMessages as t } from '../../messages/en/search/results.ts';
import { PlaceList } from '../library/item/place-row.tsx';
import { Change } from './facets.tsx';
import { FoundRow } from './found-row.tsx';
import css from './search.module.css';
import shellCss from '../shell/shell.module.css';

/** With fewer matches, the server adds these names itself (docs/api/search.md#results). */
const FEW = 20;
const SHOWN = 3;

export function PartsOfNames({ q, found }: { q: string; found: NamedItem[] | undefined }) {
  const id = useId();
  const { data } = useQuery({ queryKey: ['found', 'parts', q], queryFn: () => searchNames(q, null) });
  if (found === undefined || found.length < FEW || data === undefined) return null;
  const known = new Set(found.map(({ Links }) => Links.Self));
  const others = data.body.filter(({ Links }) => !known.has(Links.Self));
  if (others.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id} className={shellCss.sectionTitle}>
        {t.names(q)}
      </Title>
      <PlaceList items={others.slice(0, SHOWN)} Row={FoundRow} />
      {others.length > SHOWN ? (
        <Change change={{ only: 'names' }} className={css.mode}>
          {t.allNames}
        </Change>
      ) : null}
      <Title order={2} size="h4" className={shellCss.sectionTitle}>
        {t.inText}
      </Title>
    </section>
  );
}
