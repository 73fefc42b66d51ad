import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSharingRules } from '../../api/sharing.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { MadeLink } from './made-link.tsx';
import { ShareForm } from './share-form.tsx';
import type { Sharable } from './use-share.ts';
import './sharing.css';

/** Shares a folder or document by link: who, what they may do, until when, behind what; then Send or Copy. */
export function ShareDialog({ item, onClose }: { item: Sharable; onClose: () => void }) {
  const rules = useQuery({ queryKey: ['sharing-rules'], queryFn: getSharingRules });
  const [link, setLink] = useState<string | null>(null);
  if (link !== null) return <MadeLink link={link} onClose={onClose} />;
  if (rules.data !== undefined) {
    return <ShareForm item={item} rules={rules.data} onClose={onClose} onMade={setLink} />;
  }
  return (
    <Dialog title={sharingTexts.title(item.name)} onClose={onClose} foot={null}>
      {rules.error === null ? <Skeleton height={240} /> : <ProblemAlert error={rules.error} />}
    </Dialog>
  );
}
