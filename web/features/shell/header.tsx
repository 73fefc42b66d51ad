import { Link } from '@tanstack/react-router';
import { BrandName } from '../../ui/page.tsx';
import { MENUS_ID } from '../../ui/menus/pop-menu.tsx';
import { NotificationBell } from '../notifications/notification-bell.tsx';
import { SearchBox } from './search-box.tsx';
import { useMe } from './use-me.ts';
import { UserMenu } from './user-menu.tsx';
import css from './shell.module.css';

/** The brand, the search field, the notifications and the account menu. */
export function Header() {
  const { Branding, DeploymentName } = useMe();
  const name = Branding.Name ?? DeploymentName;
  return (
    <header className={css.shellHead}>
      <Link to="/home" className={css.shellBrand} aria-label={name}>
        <BrandName brand={{ ...Branding, Name: name }} nameClass={css.shellBrandName} />
      </Link>
      <SearchBox />
      <div className={css.shellTools}>
        <NotificationBell />
        <UserMenu />
      </div>
      <div id={MENUS_ID} className={css.menus} />
    </header>
  );
}
