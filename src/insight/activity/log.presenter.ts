import type { Static } from 'typebox';
import { presentPersonOrNull } from '../../core/persons/persons.presenter.ts';
import { presentActivity } from './latest.routes.ts';
import type { LoggedActivity } from './log.queries.ts';
import type { AccountChange } from './log.schema.ts';

/** A row of the log of the deployment as the API shows it. */
export function presentLogged(baseUrl: string, row: LoggedActivity) {
  const { libraryId, folderId, documentId, reason, ofPerson, change } = row;
  const places = { LibraryId: libraryId, FolderId: folderId, DocumentId: documentId };
  const account = {
    OfPerson: presentPersonOrNull(baseUrl, ofPerson),
    Changes: change === null ? null : changesOf(change),
  };
  return { ...presentActivity(baseUrl, row), ...places, Reason: reason, ...account };
}

type Change = Static<typeof AccountChange>;

// By the names in `details`, which are those of the code that records them.
function changesOf(change: Record<string, unknown>): Change[] {
  return Object.entries(change).flatMap(([name, value]) => NAMED[name]?.(value) ?? []);
}

const NAMED: Record<string, (value: unknown) => Change> = {
  name: () => 'Name',
  email: () => 'Email',
  isSiteAdmin: (value) => (value === true ? 'SiteAdmin' : 'Member'),
  deactivated: (value) => (value === true ? 'Deactivated' : 'Reactivated'),
  invited: () => 'Invited',
  hasPicture: () => 'Picture',
  timeZone: () => 'TimeZone',
};
