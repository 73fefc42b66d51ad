import {
  IconBook2,
  IconGauge,
  IconHeartbeat,
  IconKey,
  IconLink,
  IconLogin2,
  IconMail,
  IconReportAnalytics,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconTrash,
  IconTrashX,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { adminGroupMessages } from '../../messages/en/admin/groups.ts';
import { adminLibraryMessages } from '../../messages/en/admin/libraries.ts';
import { adminPeopleMessages } from '../../messages/en/admin/people.ts';
import { adminLinksMessages } from '../../messages/en/admin/links.ts';
import { adminPurgeMessages } from '../../messages/en/admin/purge.ts';
import { adminTokensMessages } from '../../messages/en/admin/tokens.ts';
import { adminTrashMessages } from '../../messages/en/admin/trash.ts';
import { adminMessages } from '../../messages/en/admin.ts';
import { reportMessages } from '../../messages/en/reports.ts';
import { auditMessages } from '../../messages/en/admin/audit.ts';
import { healthMessages } from '../../messages/en/admin/health.ts';
import { jobMessages } from '../../messages/en/admin/jobs.ts';
import { mailMessages } from '../../messages/en/admin/mail.ts';
import { settingsMessages } from '../../messages/en/admin/settings.ts';

const t = adminMessages.sections;

/** The pages of site admins in four groups, in the order of the navigation. */
export const ADMIN_GROUPS = [
  { label: null, sections: [{ to: '/admin', label: t.home, Icon: IconGauge }] },
  {
    label: t.people,
    sections: [
      { to: '/admin/people', label: adminPeopleMessages.section, Icon: IconUsers },
      { to: '/admin/groups', label: adminGroupMessages.section, Icon: IconUsersGroup },
      { to: '/admin/sign-in', label: t.signIn, Icon: IconLogin2 },
      { to: '/admin/tokens', label: adminTokensMessages.section, Icon: IconKey },
    ],
  },
  {
    label: t.sharing,
    sections: [
      { to: '/admin/links', label: adminLinksMessages.title, Icon: IconLink },
      { to: '/admin/mail', label: mailMessages.section, Icon: IconMail },
    ],
  },
  {
    label: t.content,
    sections: [
      { to: '/admin/libraries', label: adminLibraryMessages.section, Icon: IconBook2 },
      { to: '/admin/trash', label: adminTrashMessages.title, Icon: IconTrash },
      { to: '/admin/purge', label: adminPurgeMessages.title, Icon: IconTrashX },
      { to: '/admin/reports', label: reportMessages.section, Icon: IconReportAnalytics },
    ],
  },
  {
    label: t.system,
    sections: [
      { to: '/admin/settings', label: settingsMessages.section, Icon: IconSettings },
      { to: '/admin/jobs', label: jobMessages.title, Icon: IconStack2 },
      { to: '/admin/audit', label: auditMessages.section, Icon: IconShieldCheck },
      { to: '/admin/health', label: healthMessages.section, Icon: IconHeartbeat },
    ],
  },
] as const;
