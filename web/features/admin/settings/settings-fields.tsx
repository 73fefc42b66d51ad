import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { changeSettings } from '../../../api/admin/settings.ts';
import type { Settings, SettingsUpdate } from '../../../api/answers.ts';
import { settingsMessages as t } from '../../../messages/en/admin/settings.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { Unsaved } from '../../shell/unsaved.tsx';
import { ColorField } from './color-field.tsx';
import type { SettingKey } from './find-settings.ts';
import { Logo } from './logo.tsx';
import { ChoiceField, SettingField } from './setting-field.tsx';
import { type Draft, FIELDS, type FieldPath, countOf, inputOf, patchOf } from './settings-form.ts';
import settingsCss from './settings.module.css';
import pageCss from '../../../ui/page.module.css';

type Props = {
  settings: Settings;
  /** The one that was searched for. */
  marked: SettingKey | null;
};

/** All settings. Saving sends the changed settings only. */
export function SettingsForm({ settings, marked }: Props) {
  const [draft, setDraft] = useState<Draft>({});
  const save = useSave(() => setDraft({}));
  const patch = patchOf(settings, draft);
  const count = countOf(patch);
  const refusals = refusalsOf(save.error);
  const fieldOf = (path: FieldPath) => ({
    path,
    input: draft[path] ?? inputOf(settings, path),
    refusal: refusals?.[path],
    isMarked: path === marked,
    onChange: (input: string | boolean) => {
      save.reset();
      setDraft((before) => ({ ...before, [path]: input }));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(patch);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Groups fieldOf={fieldOf} isLogoMarked={marked === 'Logo'} />
      <Unsaved isUnsaved={count > 0} />
      <Foot
        count={count}
        save={save}
        isRefused={refusals !== null}
        onDiscard={() => {
          save.reset();
          setDraft({});
        }}
      />
    </form>
  );
}

type FootProps = { count: number; save: ReturnType<typeof useSave>; isRefused: boolean; onDiscard: () => void };

function Foot({ count, save, isRefused, onDiscard }: FootProps) {
  return (
    <div className={settingsCss.settingsFoot}>
      {isRefused ? <p role="alert">{t.refused}</p> : <ProblemAlert error={save.error} />}
      <p role="status">{statusText(count, save.isSuccess, isRefused)}</p>
      <Button variant="default" disabled={count === 0 || save.isPending} onClick={onDiscard}>
        {t.discard}
      </Button>
      <Button type="submit" disabled={count === 0} loading={save.isPending}>
        {t.save}
      </Button>
    </div>
  );
}

type FieldOf = (path: FieldPath) => Parameters<typeof SettingField>[0];

function Groups({ fieldOf, isLogoMarked }: { fieldOf: FieldOf; isLogoMarked: boolean }) {
  const { groups } = t;
  const field = (path: FieldPath) => <SettingField key={path} {...fieldOf(path)} />;
  return (
    <>
      <Group title={groups.branding}>
        {field('Branding.Name')}
        <ColorField {...fieldOf('Branding.Color')} />
        <Logo isMarked={isLogoMarked} />
      </Group>
      <Group title={groups.documents}>
        {field('FileTypeWhitelist')}
        {field('EnablePurging')}
      </Group>
      <Group title={groups.sharing}>
        {field('MaxLinkExpirationDays')}
        {field('MaxExternalShareDurationDays')}
        {field('MaxUploadBytes')}
        {field('MaxUploadDocuments')}
        {field('MaxMailsPerUserPerDay')}
        {(['SharingAsAService', 'NewLinkExperience', 'DynamicBranding'] as const).map(field)}
      </Group>
      <Group title={groups.sessions} text={t.sessionsText}>
        {field('SessionIdleMinutes')}
        {field('SessionMaxDays')}
      </Group>
      <Group title={groups.signIn}>
        <ChoiceField {...fieldOf('SecondFactor')} choices={t.fields.SecondFactor.choices} />
        {field('SecondFactorGraceDays')}
      </Group>
      <Group title={groups.passwords} text={t.passwordsText}>
        {field('PasswordPolicy.MinLength')}
        {(['Uppercase', 'Lowercase', 'Digit', 'Symbol'] as const).map((what) => field(`PasswordPolicy.Require${what}`))}
      </Group>
    </>
  );
}

function Group({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={settingsCss.groupHeading}>{title}</h2>
      <div className={`${pageCss.card} ${settingsCss.settingsGroup}`}>
        {text === undefined ? null : <p>{text}</p>}
        {children}
      </div>
    </section>
  );
}

function statusText(count: number, isSaved: boolean, isRefused: boolean): string {
  if (count > 0) return isRefused ? '' : t.unsaved(count);
  return isSaved ? t.saved : '';
}

function useSave(onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (patch: SettingsUpdate) => changeSettings(patch),
    onSuccess: (settings) => {
      queries.setQueryData(['settings'], settings);
      onSaved();
      // The shell shows the name and color, and whether purging is enabled.
      return queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
}

// Field errors from the server. Null if the problem is about no field, or there is none.
function refusalsOf(error: Error | null): Partial<Record<FieldPath, string>> | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const entries = (error.more['errors'] ?? []) as { instance: string; detail: string }[];
  const refusals: Partial<Record<FieldPath, string>> = {};
  for (const { instance, detail } of entries) {
    const path = (Object.keys(FIELDS) as FieldPath[]).find((each) => `${instance}.`.startsWith(`${each}.`));
    if (path !== undefined) refusals[path] ??= detail;
  }
  return Object.keys(refusals).length === 0 ? null : refusals;
}
