import { IconGauge } from '@tabler/icons-react';
import { adminTexts } from '../../texts/en/admin.ts';

const said = adminTexts.sections;

/** The pages of site admins, in the order in which they are offered. */
export const ADMIN_SECTIONS = [{ to: '/admin', label: said.home, Icon: IconGauge }] as const;
