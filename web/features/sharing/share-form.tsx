import { Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import type { SharingRules } from '../../api/answers.ts';
import type { ApiError } from '../../api/client.ts';
import { appTexts } from '../../texts/en/app.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PeopleField } from './people-field.tsx';
import { ProtectionField } from './protection-field.tsx';
import { UntilField } from './until-field.tsx';
import { type Sharable, type Way, shareErrors, useShare } from './use-share.ts';
import { UploadLimitsField } from './upload-limits-field.tsx';
import { WhoGetsIn } from './who-gets-in.tsx';
import { type May, type Wish, firstWish, letsUpload, mayOptions, protectionOf } from './wish.ts';

type Props = { item: Sharable; rules: SharingRules; onClose: () => void; onMade: (link: string) => void };

/** The form of the share dialog. */
export function ShareForm({ item, rules, onClose, onMade }: Props) {
  const form = useId();
  const [wish, setWish] = useState(() => firstWish(rules));
  const [isTyping, setTyping] = useState(false);
  const making = useShare(item, { onSent: onClose, onMade });
  const change = (changed: Partial<Wish>) => setWish((before) => ({ ...before, ...changed }));
  // Who is being typed counts: leaving the field makes a person of it, before the click on a button arrives.
  const way: Way = wish.people.length > 0 || isTyping ? 'mail' : 'copy';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    making.mutate({ wish, way });
  };
  const foot = (
    <Foot
      way={way}
      canCopy={protectionOf(wish) !== 'code'}
      form={form}
      isBusy={making.isPending}
      onCancel={onClose}
      onCopy={() => making.mutate({ wish, way: 'copy' })}
    />
  );
  return (
    <Dialog title={sharingTexts.title(item.name)} onClose={onClose} foot={foot}>
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          <Fields {...{ item, rules, wish, way }} error={making.error} onChange={change} onTyping={setTyping} />
        </Stack>
      </form>
    </Dialog>
  );
}

type FieldsProps = Pick<Props, 'item' | 'rules'> & {
  wish: Wish;
  way: Way;
  error: Error | null;
  onChange: (change: Partial<Wish>) => void;
  onTyping: (isTyping: boolean) => void;
};

function Fields({ item, rules, wish, way, error, onChange, onTyping }: FieldsProps) {
  const errors = shareErrors(error);
  const { people, until, message } = wish;
  return (
    <>
      <PeopleField
        people={people}
        error={errors?.people}
        onChange={(named) => onChange({ people: named })}
        onTyping={onTyping}
      />
      <MayField item={item} rules={rules} wish={wish} error={errors?.may} onChange={onChange} />
      <div className="share-pair">
        <div>
          <UntilField until={until} rules={rules} error={errors?.until} onChange={(end) => onChange({ until: end })} />
        </div>
        <div>
          <ProtectionField wish={wish} rules={rules} error={errors?.password} onChange={onChange} />
        </div>
      </div>
      {letsUpload(wish) ? (
        <UploadLimitsField wish={wish} rules={rules} errors={{ ...errors }} onChange={onChange} />
      ) : null}
      <WhoGetsIn wish={wish} rules={rules} />
      {way === 'mail' ? (
        <MessageField message={message} error={errors?.message} onChange={(text) => onChange({ message: text })} />
      ) : null}
      <ProblemAlert error={errors === null ? error : null} known={whyNotShared} />
    </>
  );
}

type FootProps = {
  way: Way;
  canCopy: boolean;
  form: string;
  isBusy: boolean;
  onCancel: () => void;
  onCopy: () => void;
};

// The last one is the main one: Send where there is somebody to send to.
function Foot({ way, canCopy, form, isBusy, onCancel, onCopy }: FootProps) {
  const isMailed = way === 'mail';
  return (
    <>
      <span className="share-cancel">
        <Button variant="default" onClick={onCancel}>
          {appTexts.dialog.cancel}
        </Button>
      </span>
      {isMailed && canCopy ? (
        <Button variant="default" disabled={isBusy} onClick={onCopy}>
          {sharingTexts.copyOnly}
        </Button>
      ) : null}
      <Button type="submit" form={form} loading={isBusy}>
        {isMailed ? sharingTexts.send : sharingTexts.copy}
      </Button>
    </>
  );
}

type FieldProps = { error: string | undefined };

type MayProps = FieldProps & Pick<Props, 'item' | 'rules'> & { wish: Wish; onChange: (change: Partial<Wish>) => void };

function MayField({ item, rules, wish, error, onChange }: MayProps) {
  const { label, options } = sharingTexts.may;
  return (
    <NativeSelect
      label={label}
      error={error}
      data={mayOptions(item, item.canWrite, rules).map((value) => ({ value, label: options[value] }))}
      value={wish.may}
      onChange={({ currentTarget }) => onChange({ may: currentTarget.value as May })}
    />
  );
}

function MessageField(props: FieldProps & { message: string; onChange: (message: string) => void }) {
  const { label, hint } = sharingTexts.message;
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

function whyNotShared({ status }: ApiError): string | null {
  if (status === 403) return sharingTexts.forbidden;
  return status === 404 ? sharingTexts.missing : null;
}
