import { answered, hasAll, holds, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';

/** Nothing is changed: the settings belong to the deployment, not to the run. */
export const settings: Page = {
  page: 'docs/api/settings.md',
  rules: [
    rule('settings-object', 'all settings are there', async (w) => {
      const answer = answered(await w.admin.get('/api/settings'), 200);
      hasAll(answer, answer.body, [
        'EnablePurging',
        'MaxLinkExpirationDays',
        'MaxExternalShareDurationDays',
        'MaxUploadBytes',
        'MaxUploadDocuments',
        'MaxMailsPerUserPerDay',
        'PasswordPolicy.MinLength',
        'PasswordSignIn',
        'SessionIdleMinutes',
        'SessionMaxDays',
        'SecondFactor',
        'FileTypeWhitelist',
        'NewLinkExperience',
        'DynamicBranding',
        'SharingAsAService',
        'Branding.Name',
        'Branding.Color',
      ]);
    }),
    rule('changing-settings', 'they are for site admins', async (w) => {
      refused(await w.owner.get('/api/settings'), 403);
      refused(await w.owner.patch('/api/settings', { EnablePurging: w.settings.at('EnablePurging') }), 403);
    }),
    rule('changing-settings', 'an unknown setting and a wrong type are 400 and change nothing', async (w) => {
      const wrong = [
        { EnablePurge: true },
        { EnablePurging: 'yes' },
        { MaxLinkExpirationDays: 0 },
        { PasswordPolicy: { MinLength: 'long' } },
        { PasswordPolicy: { MinimumLength: 8 } },
        { Branding: { Color: 'blue' } },
        { FileTypeWhitelist: 'txt' },
      ];
      for (const body of wrong) refused(await w.admin.patch('/api/settings', body), 400);
      const now = answered(await w.admin.get('/api/settings'), 200);
      same(now, now.body.value, w.settings.value, 'the settings');
    }),
    rule('logo', 'everybody reads it, site admins alone change it', async (w) => {
      answered(await w.reader.get('/api/settings/logo'), 200, 404);
      refused(await w.reader.remove('/api/settings/logo'), 403);
    }),
    rule('branding-of-the-sign-in-page', 'it is public', async (w) => {
      const answer = answered(await w.anonymous.get('/api/branding'), 200);
      holds(answer, answer.body.has('Name'), 'a Name');
    }),
  ],
};
