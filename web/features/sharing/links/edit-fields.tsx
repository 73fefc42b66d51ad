import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { OwnShare, SharingRules } from '../../../api/answers.ts';
import { itemOf } from '../../../api/sharing.ts';
import { linkMessages } from '../../../messages/en/links.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { ExpirationField } from '../expiration-field.tsx';
import { passwordNeeds } from '../password-needs.ts';
import { canMark, rightsOptions } from '../share-draft.ts';
import { UploadLimitsField } from '../upload-limits-field.tsx';
import { WatermarkField } from '../watermark-field.tsx';
import type { LinkErrors } from './edit-link.tsx';
import { CommentsField } from '../comments-field.tsx';
import type { LinkDraft } from './link-draft.ts';
import { rightsText } from './link-marks.tsx';
import { CODE_HINTS, NAME_HINTS, NUMBER_HINTS } from '../../../ui/input-hints.ts';
import css from '../sharing.module.css';

const t = linkMessages.edit;

type Props = {
  link: OwnShare;
  rules: SharingRules;
  before: LinkDraft;
  draft: LinkDraft;
  errors: LinkErrors;
  onChange: (change: Partial<LinkDraft>) => void;
};

/** The fields for the terms of a link. */
export function EditFields(props: Props) {
  const { link, rules, draft, errors, onChange } = props;
  const writes = !['view', 'download', 'other'].includes(draft.rights);
  return (
    <>
      <TextInput
        {...NAME_HINTS}
        label={t.name}
        description={t.nameHint}
        maxLength={199}
        error={errors.name}
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <RightsField {...props} />
      <EndAndProtection {...props} />
      {writes ? (
        <UploadLimitsField
          kind={itemOf(link).kind}
          draft={draft}
          rules={rules}
          errors={errors}
          onChange={({ maxGigabytes = draft.maxGigabytes, maxFiles = draft.maxFiles }) =>
            onChange({ maxGigabytes, maxFiles })
          }
        />
      ) : null}
      <CommentsField isOn={draft.comments} onChange={(comments) => onChange({ comments })} />
      <div className={css.sharePair}>
        <div>
          <DownloadsField {...props} />
        </div>
        <div>
          <NotifyField {...props} />
        </div>
      </div>
    </>
  );
}

function EndAndProtection(props: Props) {
  const { rules, draft, errors, onChange } = props;
  return (
    <div className={css.sharePair}>
      <div>
        <ExpirationField
          expiration={draft.expiration}
          rules={rules}
          error={errors.expiration}
          onChange={(expiration) => onChange({ expiration })}
        />
      </div>
      <div>
        <ProtectionField {...props} />
      </div>
    </div>
  );
}

function RightsField({ link, rules, before, draft, errors, onChange }: Props) {
  const { kind } = itemOf(link);
  const offered = rightsOptions({ kind, canShareWritable: link.Abilities.AllowWriting }, rules);
  const isOffered = before.rights !== 'other' && offered.includes(before.rights);
  const { label, options } = sharingMessages.rights;
  return (
    <>
      <NativeSelect
        label={label}
        error={errors.rights}
        data={[
          ...(isOffered ? [] : [{ value: before.rights, label: t.keepAccess(rightsText(link)) }]),
          ...offered.map((value) => ({ value, label: options[value] })),
        ]}
        value={draft.rights}
        onChange={({ currentTarget }) => onChange({ rights: currentTarget.value as LinkDraft['rights'] })}
      />
      {canMark(draft) ? (
        <WatermarkField
          isMarked={draft.isMarked}
          isByCode={draft.protection === 'code'}
          onChange={(isMarked) => onChange({ isMarked })}
        />
      ) : null}
    </>
  );
}

function ProtectionField({ link, rules, draft, errors, onChange }: Props) {
  const words = sharingMessages.protection;
  return (
    <>
      <NativeSelect
        label={words.label}
        data={[
          { value: 'none', label: words.none },
          { value: 'code', label: words.code },
          { value: 'password', label: words.password },
        ]}
        value={draft.protection}
        onChange={({ currentTarget }) => onChange({ protection: currentTarget.value as LinkDraft['protection'] })}
      />
      {draft.protection === 'password' ? (
        <PasswordInput
          label={link.HasPassword ? t.newPassword : words.passwordLabel}
          description={link.HasPassword && draft.password === '' ? t.keepPassword : passwordNeeds(rules)}
          error={errors.password}
          autoComplete="new-password"
          enterKeyHint="done"
          value={draft.password}
          onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
        />
      ) : null}
      {draft.protection === 'code' ? (
        <TextInput
          {...CODE_HINTS}
          label={t.domains}
          description={t.domainsHint}
          error={errors.domains}
          value={draft.domains}
          onChange={({ currentTarget }) => onChange({ domains: currentTarget.value })}
        />
      ) : null}
    </>
  );
}

function DownloadsField({ link, draft, errors, onChange }: Props) {
  return (
    <TextInput
      {...NUMBER_HINTS}
      label={t.maxDownloads}
      description={t.unlimited(link.DownloadCount)}
      error={errors.downloads === undefined ? undefined : t.wrongNumber}
      value={draft.maxDownloads}
      onChange={({ currentTarget }) => onChange({ maxDownloads: currentTarget.value })}
    />
  );
}

function NotifyField({ draft, onChange }: Props) {
  return (
    <NativeSelect
      label={t.notify}
      data={(['never', 'first', 'each'] as const).map((value) => ({ value, label: t.notifyOptions[value] }))}
      value={draft.notify}
      onChange={({ currentTarget }) => onChange({ notify: currentTarget.value as LinkDraft['notify'] })}
    />
  );
}
