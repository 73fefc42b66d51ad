import { Title } from '@mantine/core';
import { profileMessages } from '../../messages/en/profile.ts';
import { ShellPage } from '../shell/shell-page.tsx';
import { MailPreferences } from './mail-preferences.tsx';
import { PictureField } from './picture-field.tsx';
import { ProfileForm } from './profile-form.tsx';
import pageCss from '../../ui/page.module.css';
import shellCss from '../shell/shell.module.css';
import css from './profile.module.css';

const t = profileMessages;

/** The person's picture, name, time zone, language and email preferences. */
export function ProfilePage() {
  return (
    <ShellPage title={t.title}>
      <div className={`${pageCss.card} ${css.profile} ${css.isFirst}`}>
        <PictureField />
        <ProfileForm />
      </div>
      <Title order={2} size="h4" className={shellCss.sectionTitle}>
        {t.mails.title}
      </Title>
      <div className={`${pageCss.card} ${css.profile}`}>
        <MailPreferences />
      </div>
    </ShellPage>
  );
}
