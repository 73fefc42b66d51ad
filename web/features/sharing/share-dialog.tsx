import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSharingRules } from '../../api/sharing.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { CreatedLink } from './created-link.tsx';
import { ShareForm } from './share-form.tsx';
import type { ShareableItem } from './use-share.ts';

/** Shares a folder or document by link: people, rights, expiration and protection, then Send or Copy. */
export function ShareDialog({ item, onClose }: { item: ShareableItem; onClose: () => void }) {
  const rules = useQuery({ queryKey: ['sharing-rules'], queryFn: getSharingRules });
  const [link, setLink] = useState<string | null>(null);
  if (link !== null) return <CreatedLink link={link} onClose={onClose} />;
  if (rules.data !== undefined) {
    return <ShareForm item={item} rules={rules.data} onClose={onClose} onMade={setLink} />;
  }
  return (
    <Dialog title={sharingMessages.title(item.name)} onClose={onClose} foot={null}>
      {rules.error === null ? <Skeleton height={240} /> : <ProblemAlert error={rules.error} />}
    </Dialog>
  );
}
