import {
  IconBook2,
  IconGauge,
  IconHeartbeat,
  IconMail,
  IconReportAnalytics,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { adminGroupTexts } from '../../texts/en/admin-groups.ts';
import { adminLibraryTexts } from '../../texts/en/admin-libraries.ts';
import { adminPeopleTexts } from '../../texts/en/admin-people.ts';
import { adminTexts } from '../../texts/en/admin.ts';
import { reportTexts } from '../../texts/en/reports.ts';
import { auditTexts } from '../../texts/en/admin-audit.ts';
import { healthTexts } from '../../texts/en/admin-health.ts';
import { jobTexts } from '../../texts/en/admin-jobs.ts';
import { mailTexts } from '../../texts/en/admin-mail.ts';
import { settingsTexts } from '../../texts/en/admin-settings.ts';

const said = adminTexts.sections;

/** The pages of site admins, in the order in which they are offered. */
export const ADMIN_SECTIONS = [
  { to: '/admin', label: said.home, Icon: IconGauge },
  { to: '/admin/people', label: adminPeopleTexts.section, Icon: IconUsers },
  { to: '/admin/groups', label: adminGroupTexts.section, Icon: IconUsersGroup },
  { to: '/admin/libraries', label: adminLibraryTexts.section, Icon: IconBook2 },
  { to: '/admin/reports', label: reportTexts.section, Icon: IconReportAnalytics },
  { to: '/admin/settings', label: settingsTexts.section, Icon: IconSettings },
  { to: '/admin/mail', label: mailTexts.section, Icon: IconMail },
  { to: '/admin/jobs', label: jobTexts.section, Icon: IconStack2 },
  { to: '/admin/audit', label: auditTexts.section, Icon: IconShieldCheck },
  { to: '/admin/health', label: healthTexts.section, Icon: IconHeartbeat },
] as const;
