import type { Snippet } from '../../api/answers.ts';
import { searchMessages as t } from '../../messages/en/search/results.ts';
import { partsOf } from './snippet-parts.ts';
import css from './snippets.module.css';

/** The page of a match and the pieces of its text, with the words marked. Nothing without pieces. */
export function Snippets({ snippets, page }: { snippets: readonly Snippet[]; page: number | null }) {
  if (snippets.length === 0) return null;
  return (
    <p className={css.snippet}>
      {page === null ? null : <span className={css.page}>{t.page(page)}</span>}
      {snippets.map((snippet, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of one answer keep their order
        <span key={at}>
          {at === 0 ? null : ' … '}
          {partsOf(snippet).map((part) =>
            part.isMarked ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>,
          )}
        </span>
      ))}
    </p>
  );
}
