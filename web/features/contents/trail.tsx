import type { ReactNode } from 'react';
import type { VisitFolderContents, SharedFolder } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { HereLink } from './here-link.tsx';
import css from '../../ui/page.module.css';

/** The path from the shared folder to the current one. Empty in the shared folder itself. */
export function Trail(props: { path: VisitFolderContents['Path']; shared: SharedFolder; end?: ReactNode }) {
  const { path, shared, end = null } = props;
  const steps = path.filter(({ FolderId }) => FolderId !== shared.FolderId);
  if (steps.length === 0 && end === null) return null;
  const last = end === null ? steps.at(-1) : undefined;
  return (
    <nav aria-label={messages.contents.path}>
      <ol className={css.trail}>
        <li>
          <HereLink place={{}}>{shared.Name}</HereLink>
        </li>
        {steps.map(({ FolderId, FolderName }) => (
          <li key={FolderId}>
            <HereLink place={{ folder: FolderId }} current={FolderId === last?.FolderId}>
              {FolderName}
            </HereLink>
          </li>
        ))}
        {end === null ? null : <li aria-current="page">{end}</li>}
      </ol>
    </nav>
  );
}
