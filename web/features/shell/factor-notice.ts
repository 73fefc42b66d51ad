import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { appMessages } from '../../messages/en/app.ts';
import { formatTime } from '../../ui/format.ts';
import { closeNotice, showNotice } from './notice-list.ts';

const t = appMessages.factorRule;

/** Shows the deadline to set up a second factor once, with a link to set it up. Null: no notice. */
export function useFactorNotice(dueAt: string | null): void {
  const router = useRouter();
  useEffect(() => {
    if (dueAt === null) return undefined;
    const act = { label: t.setUp, run: () => void router.navigate({ to: '/account' }) };
    const id = showNotice({ kind: 'due', text: t.due(formatTime(dueAt)), act });
    return () => closeNotice(id);
  }, [dueAt, router]);
}
