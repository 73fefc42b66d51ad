import { Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import type { SharingRules } from '../../api/answers.ts';
import type { ApiError } from '../../api/client.ts';
import { appMessages } from '../../messages/en/app.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PeopleField } from './people/people-field.tsx';
import { ProtectionField } from './protection-field.tsx';
import { ExpirationField } from './expiration-field.tsx';
import { type ShareableItem, type Delivery, shareErrors, useShare } from './use-share.ts';
import { UploadLimitsField } from './upload-limits-field.tsx';
import { AccessSummary } from './access-summary.tsx';
import {
  type ShareRights,
  type ShareDraft,
  initialDraft,
  allowsUpload,
  rightsOptions,
  protectionOf,
} from './share-draft.ts';
import css from './sharing.module.css';

type Props = { item: ShareableItem; rules: SharingRules; onClose: () => void; onMade: (link: string) => void };

/** The form of the share dialog. */
export function ShareForm({ item, rules, onClose, onMade }: Props) {
  const form = useId();
  const [draft, setDraft] = useState(() => initialDraft(rules));
  const [isTyping, setTyping] = useState(false);
  const making = useShare(item, { onSent: onClose, onMade });
  const change = (changed: Partial<ShareDraft>) => setDraft((before) => ({ ...before, ...changed }));
  // Typed text counts as a person, because leaving the field adds it before the click on a button is handled.
  const way: Delivery = draft.people.length > 0 || isTyping ? 'mail' : 'copy';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    making.mutate({ draft, way });
  };
  const foot = (
    <Foot
      way={way}
      canCopy={protectionOf(draft) !== 'code'}
      form={form}
      isBusy={making.isPending}
      onCancel={onClose}
      onCopy={() => making.mutate({ draft, way: 'copy' })}
    />
  );
  return (
    <Dialog title={sharingMessages.title(item.name)} onClose={onClose} foot={foot}>
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          <Fields {...{ item, rules, draft, way }} error={making.error} onChange={change} onTyping={setTyping} />
        </Stack>
      </form>
    </Dialog>
  );
}

type FieldsProps = Pick<Props, 'item' | 'rules'> & {
  draft: ShareDraft;
  way: Delivery;
  error: Error | null;
  onChange: (change: Partial<ShareDraft>) => void;
  onTyping: (isTyping: boolean) => void;
};

function Fields({ item, rules, draft, way, error, onChange, onTyping }: FieldsProps) {
  const errors = shareErrors(error);
  const { people, expiration, message } = draft;
  return (
    <>
      <PeopleField
        people={people}
        error={errors?.people}
        onChange={(named) => onChange({ people: named })}
        onTyping={onTyping}
      />
      <RightsField item={item} rules={rules} draft={draft} error={errors?.rights} onChange={onChange} />
      <div className={css.sharePair}>
        <div>
          <ExpirationField
            expiration={expiration}
            rules={rules}
            error={errors?.expiration}
            onChange={(end) => onChange({ expiration: end })}
          />
        </div>
        <div>
          <ProtectionField draft={draft} rules={rules} error={errors?.password} onChange={onChange} />
        </div>
      </div>
      {allowsUpload(draft) ? (
        <UploadLimitsField kind={item.kind} draft={draft} rules={rules} errors={{ ...errors }} onChange={onChange} />
      ) : null}
      <AccessSummary draft={draft} rules={rules} />
      {way === 'mail' ? (
        <MessageField message={message} error={errors?.message} onChange={(text) => onChange({ message: text })} />
      ) : null}
      <ProblemAlert error={errors === null ? error : null} known={describeShareProblem} />
    </>
  );
}

type FootProps = {
  way: Delivery;
  canCopy: boolean;
  form: string;
  isBusy: boolean;
  onCancel: () => void;
  onCopy: () => void;
};

// The primary button comes last: Send if there are recipients, otherwise Copy.
function Foot({ way, canCopy, form, isBusy, onCancel, onCopy }: FootProps) {
  const isMailed = way === 'mail';
  return (
    <>
      <span className={css.shareCancel}>
        <Button variant="default" onClick={onCancel}>
          {appMessages.dialog.cancel}
        </Button>
      </span>
      {isMailed && canCopy ? (
        <Button variant="default" disabled={isBusy} onClick={onCopy}>
          {sharingMessages.copyOnly}
        </Button>
      ) : null}
      <Button type="submit" form={form} loading={isBusy}>
        {isMailed ? sharingMessages.send : sharingMessages.copy}
      </Button>
    </>
  );
}

type FieldProps = { error: string | undefined };

type RightsFieldProps = FieldProps &
  Pick<Props, 'item' | 'rules'> & { draft: ShareDraft; onChange: (change: Partial<ShareDraft>) => void };

function RightsField({ item, rules, draft, error, onChange }: RightsFieldProps) {
  const { label, options } = sharingMessages.rights;
  return (
    <NativeSelect
      label={label}
      error={error}
      data={rightsOptions(item, rules).map((value) => ({ value, label: options[value] }))}
      value={draft.rights}
      onChange={({ currentTarget }) => onChange({ rights: currentTarget.value as ShareRights })}
    />
  );
}

function MessageField(props: FieldProps & { message: string; onChange: (message: string) => void }) {
  const { label, hint } = sharingMessages.message;
  return (
    <Textarea
      label={label}
      description={hint}
      error={props.error}
      rows={3}
      maxLength={10_000}
      value={props.message}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
  );
}

function describeShareProblem({ status }: ApiError): string | null {
  if (status === 403) return sharingMessages.forbidden;
  return status === 404 ? sharingMessages.missing : null;
}
