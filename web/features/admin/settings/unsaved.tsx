import { useBlocker } from '@tanstack/react-router';
import { settingsMessages } from '../../../messages/en/admin/settings.ts';
import { Confirm } from '../../sharing/confirm.tsx';

const t = settingsMessages.leave;

/** Confirms leaving the page with unsaved changes. For closed tabs, the browser asks. */
export function Unsaved({ isUnsaved }: { isUnsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Confirm title={t.title} action={t.leave} keep={t.stay} onConfirm={proceed} onClose={reset}>
      <p>{t.text}</p>
    </Confirm>
  );
}
