/** Texts of the settings page for site admins, in English. */

export const settingsMessages = {
  section: 'Settings',
  title: 'Settings',
  text: 'They hold for everybody here from the moment they are saved, and each change is recorded in the activity log.',
  groups: {
    branding: 'Branding',
    documents: 'Documents',
    sharing: 'Links and sharing',
    passwords: 'Passwords',
  },
  passwordsText: 'New passwords must have this; those that people have stay good.',
  fields: {
    'Branding.Name': {
      label: 'Name',
      about: 'Stands on pages, links and mails. Empty: the name of the deployment.',
      wrong: 'At most 100 characters, on one line.',
    },
    'Branding.Color': {
      label: 'Colour',
      about:
        'Of buttons and links, like #1f5f8b. It is made darker or lighter where it could not be read. Empty: the usual blue.',
      wrong: 'Write it like #1f5f8b.',
    },
    EnablePurging: {
      label: 'Things can be deleted for good',
      about: 'Off: whatever is deleted stays in the trash, and nobody can purge it, site admins neither.',
    },
    FileTypeWhitelist: {
      label: 'File types that documents may have',
      about: 'Extensions, separated by commas, like pdf, docx, xlsx. Empty: any. Documents that are there stay.',
      wrong: 'Extensions like pdf or docx, each without a dot inside; at most 1,000.',
    },
    MaxLinkExpirationDays: {
      label: 'Longest time that a new link may be valid, in days',
      about: 'Every new link must end within it. Empty: no limit, and links may never end.',
      wrong: 'A whole number from 1 to 36,500, or nothing.',
    },
    MaxExternalShareDurationDays: {
      label: 'Longest time that somebody outside may read the document of a task, in days',
      about: 'Counts from the moment the task is made. Empty: no limit.',
      wrong: 'A whole number from 1 to 36,500, or nothing.',
    },
    MaxUploadBytes: {
      label: 'Upload limit of a link, in GB',
      about:
        'Limits the total size of files that visitors can upload through one link. Leave empty for no limit. A link can have a lower limit.',
      wrong: 'Enter a size greater than 0, or leave it empty.',
    },
    MaxUploadDocuments: {
      label: 'Upload limit of a link, in files and folders',
      about: 'Limits how many files and folders visitors can add through one link. Leave empty for no limit.',
      wrong: 'Enter a whole number of at least 1, or leave it empty.',
    },
    MaxMailsPerUserPerDay: {
      label: 'Emails per user per day',
      about: 'Limits emails that people send by sharing, assigning tasks, and inviting. Leave empty for no limit.',
      wrong: 'Enter a whole number from 1 to 1,000,000, or leave it empty.',
    },
    SharingAsAService: {
      label: 'Check contents before a new link opens',
      about:
        'Everything that a link opens is read again, and scanned where a malware scanner is set up. Mails wait for it.',
    },
    NewLinkExperience: {
      label: 'Pages of links in their present form',
      about: 'Links for guided uploads need this.',
    },
    DynamicBranding: {
      label: 'Pages of links show the branding',
      about: 'Links for guided uploads need this too.',
    },
    'PasswordPolicy.MinLength': {
      label: 'Least number of characters',
      about: 'From 1 to 128.',
      wrong: 'A whole number from 1 to 128.',
    },
    'PasswordPolicy.RequireUppercase': { label: 'An upper-case letter', about: '' },
    'PasswordPolicy.RequireLowercase': { label: 'A lower-case letter', about: '' },
    'PasswordPolicy.RequireDigit': { label: 'A digit', about: '' },
    'PasswordPolicy.RequireSymbol': { label: 'A symbol', about: '' },
  },
  pick: 'Pick a colour',
  preview: { label: 'How it looks', button: 'A button', link: 'a link' },
  logo: {
    label: 'Logo',
    about: 'PNG, JPEG, WebP, GIF, TIFF or AVIF, up to 256 kB; it is shown at most 512 px wide or high.',
    current: 'The logo as it is',
    none: 'There is no logo.',
    choose: 'Choose a logo',
    replace: 'Choose another logo',
    remove: 'Remove the logo',
    saved: 'The logo is changed.',
    removed: 'The logo is removed.',
    tooLarge: 'This image is larger than 256 kB.',
    notTaken: 'This file is not an image of a kind that can be shown.',
  },
  save: 'Save',
  discard: 'Discard changes',
  unsaved: (count: number) => (count === 1 ? 'One change is not saved.' : `${count} changes are not saved.`),
  leave: {
    title: 'Leave without saving?',
    text: 'What you changed here and did not save is lost then.',
    leave: 'Leave without saving',
    stay: 'Stay here',
  },
  saved: 'Saved.',
  refused: 'Nothing was saved: look at the marked fields.',
} as const;
