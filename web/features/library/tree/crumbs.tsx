import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Place } from '../../../api/answers.ts';
import { appMessages } from '../../../messages/en/app.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import type { Target } from '../actions/use-actions.ts';
import libraryCss from '../library.module.css';
import pageCss from '../../../ui/page.module.css';

/** A parent library or folder with its link. */
export type StepProps = { target: Target; children: ReactNode };

type Props = {
  place: Place;
  /** The last step if it is not a folder: a document. */
  end?: string;
  /** The component of a step. In a list, items can be dropped on it. */
  Step?: (props: StepProps) => ReactNode;
};

/** The path from the libraries to the current page. Places that the person cannot read are left out. */
export function Crumbs({ place, end, Step = PlainStep }: Props) {
  const targets = targetsOf(place);
  const steps = end === undefined ? targets.slice(0, -1) : targets;
  return (
    <nav aria-label={libraryMessages.path} className={libraryCss.crumbs}>
      <ol className={pageCss.trail}>
        <li>
          {place.LibraryName === null ? (
            <Link to="/shared">{libraryMessages.ofOthers}</Link>
          ) : (
            <Link to="/libraries">{appMessages.libraries}</Link>
          )}
        </li>
        {steps.map((target) => (
          <li key={`${target.kind} ${target.id}`}>
            <Step target={target}>
              <StepLink target={target} />
            </Step>
          </li>
        ))}
        <li aria-current="page">{end ?? targets.at(-1)?.name}</li>
      </ol>
    </nav>
  );
}

function targetsOf({ LibraryId, LibraryName, IsPrivate, Path }: Place): Target[] {
  const folders = Path.map(({ FolderId: id, FolderName: name }) => ({ kind: 'folder', id, name }) as const);
  if (LibraryName === null) return folders;
  const name = IsPrivate ? libraryMessages.libraries.mine : LibraryName;
  return [{ kind: 'library', id: LibraryId, name }, ...folders];
}

function StepLink({ target: { kind, id, name } }: { target: Target }) {
  return (
    <Link
      to={kind === 'library' ? '/libraries/$id' : '/folders/$id'}
      params={{ id: String(id) }}
      search={({ sort, view }) => ({ sort, view })}
    >
      {name}
    </Link>
  );
}

// A step that is only a link.
function PlainStep({ children }: { children: ReactNode }) {
  return <>{children}</>;
}
