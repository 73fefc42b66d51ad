import { Stack } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import type { SharingRules } from '../../../api/answers.ts';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { AccessSummary } from '../access-summary.tsx';
import { LinkFields } from '../link-fields.tsx';
import { type ShareDraft, initialDraft, rightsOptions } from '../share-draft.ts';
import { type ShareableItem, shareErrors, useNewLink } from '../use-share.ts';
import { BackFoot } from './back-foot.tsx';
import { type Copied, copyLink } from './copy-bar.tsx';
import { describeShareProblem } from './use-invite.ts';

const t = shareDialogMessages;

type Props = {
  item: ShareableItem;
  rules: SharingRules;
  /** Whether visitors should upload files to the folder. */
  isRequest: boolean;
  onBack: (copied: Copied) => void;
  onClose: () => void;
};

/** Creates a link with other settings than those of the default link, and copies it. */
export function NewLink({ item, rules, isRequest, onBack, onClose }: Props) {
  const form = useId();
  const [initial] = useState(() => draftFor(item, rules, isRequest));
  const [draft, setDraft] = useState(initial);
  const making = useNewLink(item, ({ Links }) => {
    void copyLink(Links.WebUri, rules.IsChecked ? t.copy.checking : undefined).then(onBack);
  });
  const errors = shareErrors(making.error);
  const change = (changed: Partial<ShareDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    making.mutate(draft);
  };
  const foot = <BackFoot submit={t.newLink.create} form={form} isBusy={making.isPending} onBack={() => onBack(null)} />;
  return (
    <Dialog
      isSheet
      isBegun={draft !== initial}
      isBusy={making.isPending}
      title={(isRequest ? t.newLink.request : t.newLink.title)(item.name)}
      onClose={onClose}
      foot={foot}
    >
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          <LinkFields {...{ item, rules, draft, errors }} onChange={change} />
          <AccessSummary draft={draft} rules={rules} />
          <ProblemAlert
            error={errors === null ? making.error : null}
            known={(error) => (error.status === 403 ? t.forbidden : describeShareProblem(error))}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

function draftFor(item: ShareableItem, rules: SharingRules, isRequest: boolean): ShareDraft {
  const draft = initialDraft(rules);
  return isRequest && rightsOptions(item, rules).includes('collect') ? { ...draft, rights: 'collect' } : draft;
}
