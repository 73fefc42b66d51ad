import type { Home } from '../../api/answers.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { formatSize } from '../../ui/format.ts';
import { Panel } from './panel.tsx';
import css from './home.module.css';

const t = homeMessages.storage;

/** Storage used by the person, and by everybody for site admins. */
export function Storage({ storage: { PersonalLibrary, Deployment } }: { storage: Home['Storage'] }) {
  return (
    <Panel title={t.title}>
      <dl className={css.facts}>
        <dt>{t.mine}</dt>
        <dd>{used(PersonalLibrary)}</dd>
        {Deployment === null ? null : (
          <>
            <dt>{t.all}</dt>
            <dd>{used(Deployment)}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

function used({ Bytes, Documents, IsPartial }: Home['Storage']['PersonalLibrary']): string {
  return (IsPartial ? t.atLeast : t.used)(formatSize(Bytes), Documents);
}
