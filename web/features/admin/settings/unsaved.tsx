import { useBlocker } from '@tanstack/react-router';
import { settingsTexts } from '../../../texts/en/admin-settings.ts';
import { Confirm } from '../../sharing/confirm.tsx';

const said = settingsTexts.leave;

/** Asks before one leaves the page with what is not saved; of a closed tab the browser itself asks. */
export function Unsaved({ isUnsaved }: { isUnsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Confirm title={said.title} action={said.leave} keep={said.stay} onConfirm={proceed} onClose={reset}>
      <p>{said.text}</p>
    </Confirm>
  );
}
