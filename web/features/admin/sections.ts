import {
  IconBook2,
  IconGauge,
  IconKey,
  IconLink,
  IconReportAnalytics,
  IconTrash,
  IconTrashX,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { adminGroupTexts } from '../../texts/en/admin-groups.ts';
import { adminLibraryTexts } from '../../texts/en/admin-libraries.ts';
import { adminPeopleTexts } from '../../texts/en/admin-people.ts';
import { adminLinksTexts } from '../../texts/en/admin-links.ts';
import { adminPurgeTexts } from '../../texts/en/admin-purge.ts';
import { adminTokensTexts } from '../../texts/en/admin-tokens.ts';
import { adminTrashTexts } from '../../texts/en/admin-trash.ts';
import { adminTexts } from '../../texts/en/admin.ts';
import { reportTexts } from '../../texts/en/reports.ts';

const said = adminTexts.sections;

/** The pages of site admins, in the order in which they are offered. */
export const ADMIN_SECTIONS = [
  { to: '/admin', label: said.home, Icon: IconGauge },
  { to: '/admin/people', label: adminPeopleTexts.section, Icon: IconUsers },
  { to: '/admin/groups', label: adminGroupTexts.section, Icon: IconUsersGroup },
  { to: '/admin/libraries', label: adminLibraryTexts.section, Icon: IconBook2 },
  { to: '/admin/reports', label: reportTexts.section, Icon: IconReportAnalytics },
  { to: '/admin/links', label: adminLinksTexts.section, Icon: IconLink },
  { to: '/admin/tokens', label: adminTokensTexts.section, Icon: IconKey },
  { to: '/admin/trash', label: adminTrashTexts.section, Icon: IconTrash },
  { to: '/admin/purge', label: adminPurgeTexts.section, Icon: IconTrashX },
] as const;
