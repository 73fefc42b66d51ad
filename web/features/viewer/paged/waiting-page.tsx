import { Loader } from '@mantine/core';
import css from './paged.module.css';

/** A page that is not drawn yet. Screen readers hear its number, and need no more. */
export function WaitingPage() {
  return (
    <div className={css.waiting} aria-hidden>
      <Loader size="sm" color="gray" />
    </div>
  );
}
