import { Button } from '@mantine/core';
import css from './cut-note.module.css';

type Props = {
  text: string;
  /** Shows more, if that is possible. */
  more?: { label: string; isLoading: boolean; show: () => void } | null;
};

/** Says that a document is shown in part. */
export function CutNote({ text, more = null }: Props) {
  return (
    <p className={css.note} role="note">
      {text}
      {more === null ? null : (
        <Button variant="default" size="compact-sm" loading={more.isLoading} onClick={more.show}>
          {more.label}
        </Button>
      )}
    </p>
  );
}
