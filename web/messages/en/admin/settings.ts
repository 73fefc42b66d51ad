/** English messages of the settings page for site admins. */

export const settingsMessages = {
  section: 'Settings',
  title: 'Settings',
  text: 'Changes apply to everyone as soon as you save them. Each change is recorded in the audit log.',
  search: { label: 'Search settings', found: 'Settings found', none: 'No settings found.' },
  groups: {
    branding: 'Branding',
    documents: 'Documents',
    sharing: 'Links and sharing',
    sessions: 'Staying signed in',
    signIn: 'Two-step verification',
    passwords: 'Passwords',
  },
  sessionsText: 'Shorter limits apply to everyone who is signed in now. API tokens aren’t affected.',
  passwordsText: 'Requirements for new passwords. Existing passwords aren’t affected.',
  fields: {
    'Branding.Name': {
      label: 'Name',
      about:
        'Shown on pages, links and emails. If empty, the app shows the name of the deployment, and links and emails show Carrel.',
      wrong: 'Enter at most 100 characters on one line.',
    },
    'Branding.Color': {
      label: 'Color',
      about:
        'Color of buttons and links, for example #3451b2. Adjusted automatically where it would be hard to read. Leave empty for the default blue.',
      wrong: 'Enter a color like #3451b2.',
    },
    EnablePurging: {
      label: 'Allow permanent deletion',
      about: 'When off, deleted items stay in trash. No one can delete them permanently, including site admins.',
    },
    FileTypeWhitelist: {
      label: 'Allowed file types',
      about:
        'File extensions, separated by commas, for example pdf, docx, xlsx. Leave empty to allow all. Existing documents aren’t affected.',
      wrong: 'Enter up to 1,000 extensions without dots, for example pdf or docx.',
    },
    MaxLinkExpirationDays: {
      label: 'Maximum link expiration in days',
      about: 'New links must expire within this time. Leave empty to allow links that never expire.',
      wrong: 'Enter a whole number from 1 to 36,500, or leave it empty.',
    },
    MaxExternalShareDurationDays: {
      label: 'Maximum external task access in days',
      about:
        'Limits how long people without an account can view the document of a task, counted from when the task is created. Leave empty for no limit.',
      wrong: 'Enter a whole number from 1 to 36,500, or leave it empty.',
    },
    MaxUploadBytes: {
      label: 'Upload limit per link in GB',
      about:
        'Limits the total size of files that visitors can upload through one link. Leave empty for no limit. A link can have a lower limit.',
      wrong: 'Enter a size greater than 0, or leave it empty.',
    },
    MaxUploadDocuments: {
      label: 'Upload limit per link in files and folders',
      about: 'Limits how many files and folders visitors can add through one link. Leave empty for no limit.',
      wrong: 'Enter a whole number of at least 1, or leave it empty.',
    },
    MaxMailsPerUserPerDay: {
      label: 'Emails per user per day',
      about: 'Limits emails that people send by sharing, assigning tasks, and inviting. Leave empty for no limit.',
      wrong: 'Enter a whole number from 1 to 1,000,000, or leave it empty.',
    },
    SharingAsAService: {
      label: 'Check files before sharing',
      about:
        'Files are verified before a new link becomes active, and scanned if a malware scanner is configured. Emails are sent after the check.',
    },
    NewLinkExperience: {
      label: 'New link pages',
      about: 'Required for file requests.',
    },
    DynamicBranding: {
      label: 'Show branding on link pages',
      about: 'Required for file requests.',
    },
    SessionIdleMinutes: {
      label: 'Sign out after inactivity (minutes)',
      about: 'From 5 to 43,200 minutes (30 days). Leave empty to never sign people out for inactivity.',
      wrong: 'Enter a whole number from 5 to 43,200, or leave it empty.',
    },
    SessionMaxDays: {
      label: 'Maximum session length (days)',
      about: 'People sign in again after this time. From 1 to 365 days.',
      wrong: 'Enter a whole number from 1 to 365.',
    },
    SecondFactor: {
      label: 'Require two-step verification',
      about: 'People who haven’t set it up get an email. Groups can require it too.',
      choices: { optional: 'For no one', siteAdmins: 'For site admins', everyone: 'For everyone' },
    },
    SecondFactorGraceDays: {
      label: 'Days to set up two-step verification',
      about: 'After that, people can only sign in to set it up. Counted from the day it became required for them.',
      wrong: 'Enter a whole number from 0 to 90.',
    },
    'PasswordPolicy.MinLength': {
      label: 'Minimum length',
      about: 'From 1 to 128 characters.',
      wrong: 'Enter a whole number from 1 to 128.',
    },
    'PasswordPolicy.RequireUppercase': { label: 'Require an uppercase letter', about: '' },
    'PasswordPolicy.RequireLowercase': { label: 'Require a lowercase letter', about: '' },
    'PasswordPolicy.RequireDigit': { label: 'Require a digit', about: '' },
    'PasswordPolicy.RequireSymbol': { label: 'Require a symbol', about: '' },
  },
  pick: 'Choose color',
  preview: { label: 'Preview', button: 'Button', link: 'Link' },
  logo: {
    label: 'Logo',
    about: 'PNG, JPEG, WebP, GIF, TIFF or AVIF, up to 256 kB. Shown at up to 512 × 512 pixels.',
    current: 'Current logo',
    none: 'No logo yet.',
    choose: 'Upload logo',
    replace: 'Replace logo',
    remove: 'Remove logo',
    saved: 'Logo saved.',
    removed: 'Logo removed.',
    tooLarge: 'The image is larger than 256 kB. Choose a smaller one.',
    notTaken: 'This file type isn’t supported. Choose a PNG, JPEG, WebP, GIF, TIFF or AVIF image.',
  },
  save: 'Save',
  discard: 'Discard changes',
  unsaved: (count: number) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`),
  saved: 'Settings saved.',
  refused: 'Settings not saved. Correct the highlighted fields.',
} as const;
