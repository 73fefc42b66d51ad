import { Link } from '@tanstack/react-router';
import { MENUS_ID } from '../../ui/pop-menu.tsx';
import { SearchBox } from './search-box.tsx';
import { useMe } from './use-me.ts';
import { UserMenu } from './user-menu.tsx';

/** Whose deployment it is, the search, what is new, and one's account. */
export function Header() {
  const { Branding, DeploymentName } = useMe();
  const name = Branding.Name ?? DeploymentName;
  return (
    <header className="shell-head">
      <Link to="/libraries" className="shell-brand" aria-label={name}>
        {Branding.LogoUri === null ? null : <img src={Branding.LogoUri} alt="" />}
        <span className={Branding.LogoUri === null ? '' : 'shell-brand-name'}>{name}</span>
      </Link>
      <SearchBox />
      <div className="shell-tools">
        <UserMenu />
      </div>
      <div id={MENUS_ID} />
    </header>
  );
}
