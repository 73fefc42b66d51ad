import { Title } from '@mantine/core';
import { useId } from 'react';
import { searchMessages } from '../../messages/en/search/results.ts';
import css from './search.module.css';
import shellCss from '../shell/shell.module.css';

const t = searchMessages.help;

/** The operators of a query with examples. */
export function SearchHelp() {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id} className={shellCss.sectionTitle}>
        {t.title}
      </Title>
      <dl className={css.help}>
        {t.rows.map(([example, text]) => (
          <div key={example}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
