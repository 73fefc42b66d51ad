import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconLink, IconLock, IconWorld } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemKey, ObjectKey } from '../../../api/keys.ts';
import { getDefaultLink } from '../../../api/sharing.ts';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { addressOf } from '../address-of.ts';
import { copyText } from '../copy-text.ts';
import { refreshLinks } from '../use-share.ts';
import { describeShareProblem } from './use-invite.ts';
import css from './share-dialog.module.css';

const t = shareDialogMessages.copy;

/** The last copied link, and whether the browser allowed it. */
export type Copied = { link: string; isCopied: boolean; note?: string } | null;

type Audience = 'people' | 'anyone';

type Props = {
  object: ObjectKey;
  /** Null if the person cannot create links to the object. */
  item: ItemKey | null;
  copied: Copied;
  onCopied: (copied: Copied) => void;
};

/** Copies the address of the object for people with access, or the person's link to it for anyone. */
export function CopyBar(props: Props) {
  const { item, copied } = props;
  const [audience, choose] = useState<Audience>('people');
  const copying = useCopying(props, audience);
  return (
    <div className={css.copy}>
      <ProblemAlert error={copying.error} known={describeShareProblem} />
      {copied === null || copied.isCopied ? null : (
        <TextInput
          label={t.link}
          value={copied.link}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <div className={css.copyLine}>
        <AudienceField audience={audience} hasChoice={item !== null} onChoose={choose} />
        <Button
          leftSection={<IconLink size={18} aria-hidden />}
          loading={copying.isPending}
          onClick={() => copying.mutate()}
        >
          {t.action}
        </Button>
      </div>
      <p role="status" className={css.status}>
        {describe(copied) ?? (audience === 'people' ? t.peopleText : t.anyoneText)}
      </p>
    </div>
  );
}

function useCopying({ object, item, onCopied }: Props, audience: Audience) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      if (audience === 'people' || item === null) return copyLink(addressOf(object));
      const made = await getDefaultLink(item);
      refreshLinks(queries);
      const isChecked = 'Status' in made && made.Status === 'Pending';
      return copyLink(made.Links.WebUri, isChecked ? t.checking : undefined);
    },
    onMutate: () => onCopied(null),
    onSuccess: onCopied,
  });
}

type AudienceProps = { audience: Audience; hasChoice: boolean; onChoose: (audience: Audience) => void };

function AudienceField({ audience, hasChoice, onChoose }: AudienceProps) {
  const Icon = audience === 'people' ? IconLock : IconWorld;
  return (
    <span className={css.audience}>
      <Icon size={22} stroke={1.5} aria-hidden />
      {hasChoice ? (
        <NativeSelect
          size="sm"
          aria-label={t.label}
          data={[
            { value: 'people', label: t.people },
            { value: 'anyone', label: t.anyone },
          ]}
          value={audience}
          onChange={({ currentTarget }) => onChoose(currentTarget.value as Audience)}
        />
      ) : (
        t.people
      )}
    </span>
  );
}

/** Copies a link for `onCopied`. */
export async function copyLink(link: string, note?: string): Promise<Copied> {
  return { link, isCopied: await copyText(link), ...(note === undefined ? {} : { note }) };
}

function describe(copied: Copied): string | null {
  if (copied === null) return null;
  return [copied.isCopied ? t.copied : t.notCopied, ...(copied.note === undefined ? [] : [copied.note])].join(' ');
}
