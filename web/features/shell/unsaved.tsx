import { Button } from '@mantine/core';
import { useBlocker, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { unsavedMessages as t } from '../../messages/en/unsaved.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { isOverlayShown } from '../../ui/dialog/use-close-on-back.ts';

/** Confirms leaving the page with unsaved changes. For closed tabs, the browser asks. */
export function Unsaved({ isUnsaved }: { isUnsaved: boolean }) {
  const [leave, ask] = useLeaving(isUnsaved);
  if (leave === null) return null;
  const stay = () => ask(null);
  const foot = (
    <>
      <Button variant="default" onClick={stay}>
        {t.stay}
      </Button>
      <Button
        color="red.9"
        onClick={() => {
          // The dialog gives the focus back first, and the next page takes it.
          stay();
          leave();
        }}
      >
        {t.leave}
      </Button>
    </>
  );
  return (
    <Dialog title={t.title} onClose={stay} foot={foot}>
      <p>{t.text}</p>
    </Dialog>
  );
}

// Navigation is refused at once and repeated after the question. If it waited, going back again would go past it.
function useLeaving(isUnsaved: boolean) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const [leave, ask] = useState<(() => void) | null>(null);
  useBlocker({
    shouldBlockFn: ({ action, next }) => {
      // Going back closes a dialog or menu first, the question too.
      if (!isUnsaved || (action === 'BACK' && isOverlayShown())) return false;
      const { pathname: to, search } = next;
      const ways = {
        BACK: () => history.back({ ignoreBlocker: true }),
        FORWARD: () => history.forward({ ignoreBlocker: true }),
      };
      const go = () => void navigate({ to, search, ignoreBlocker: true });
      ask(() => (action === 'BACK' || action === 'FORWARD' ? ways[action] : go));
      return true;
    },
    enableBeforeUnload: isUnsaved,
  });
  return [leave, ask] as const;
}
