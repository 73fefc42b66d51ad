import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnShare } from '../../../api/answers.ts';
import { getSharingRules } from '../../../api/sharing.ts';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import { placeQuery } from '../../../queries.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { PermissionsDialog } from '../../permissions/permissions-dialog.tsx';
import type { Copied } from './copy-bar.tsx';
import { NewLink } from './new-link.tsx';
import { ShareHome, type ShareTarget, linkableItem } from './share-home.tsx';
import { describeShareProblem } from './use-invite.ts';
import { EditLinkDialog } from '../links/edit-link-dialog.tsx';

type View = { kind: 'home' | 'newLink' | 'request' | 'advanced' } | { kind: 'edit'; link: OwnShare };
const HOME: View = { kind: 'home' };
const REQUEST: View = { kind: 'request' };

type Props = { object: ShareTarget; isRequest?: boolean; onClose: () => void };

/**
 * Shares a library, folder or document: people, their access, and links. Its parts replace each other, so that no dialog
 * opens another one.
 */
export function ShareViews({ object, isRequest = false, onClose }: Props) {
  const rules = useQuery({ queryKey: ['sharing-rules'], queryFn: getSharingRules });
  const place = useQuery(placeQuery(object));
  const [view, show] = useState(isRequest ? REQUEST : HOME);
  const [copied, setCopied] = useState<Copied>(null);
  if (view.kind === 'advanced') return <PermissionsDialog object={object} onClose={() => show(HOME)} />;
  if (view.kind === 'edit')
    return <EditLinkDialog shareId={view.link.ShareId} name={object.name} onClose={() => show(HOME)} />;
  if (rules.data === undefined || place.data === undefined) {
    const error = rules.error ?? place.error;
    return (
      <Dialog title={shareDialogMessages.title(object.name)} onClose={onClose} foot={null}>
        {error === null ? <Skeleton height={240} /> : <ProblemAlert error={error} known={describeShareProblem} />}
      </Dialog>
    );
  }
  const item = linkableItem(object, place.data);
  if ((view.kind === 'newLink' || view.kind === 'request') && item !== null) {
    const back = (made: Copied) => {
      setCopied(made);
      show(HOME);
    };
    return (
      <NewLink item={item} rules={rules.data} isRequest={view.kind === 'request'} onBack={back} onClose={onClose} />
    );
  }
  return (
    <ShareHome
      {...{ object, copied, onClose }}
      place={place.data}
      rules={rules.data}
      onCopied={setCopied}
      onNewLink={() => show({ kind: 'newLink' })}
      onEdit={(link) => show({ kind: 'edit', link })}
      onAdvanced={() => show({ kind: 'advanced' })}
    />
  );
}
