import { IconBuilding } from '@tabler/icons-react';
import { ownAddress } from '../../ui/look/own-address.ts';
import css from './accounts.module.css';

/** The logo of a deployment, or a building. */
export function DeploymentLogo({ uri }: { uri: string | null }) {
  if (uri === null) return <IconBuilding size={18} stroke={1.75} aria-hidden />;
  return <img className={css.logo} src={ownAddress(uri)} alt="" />;
}
