import { Button, Progress } from '@mantine/core';
import { appMessages } from '../../../messages/en/app.ts';
import { formatPercent } from '../../../ui/format.ts';
import css from './background.module.css';

type Props = { label: string; done: number; onCancel: () => void };

/** The progress of a job, with a button to cancel it. */
export function JobProgress({ label, done, onCancel }: Props) {
  return (
    <div className={css.jobProgress}>
      <p role="status">
        {label} {formatPercent(done)}
      </p>
      <Progress value={done * 100} aria-label={label} />
      <Button variant="default" size="sm" onClick={onCancel}>
        {appMessages.dialog.cancel}
      </Button>
    </div>
  );
}
