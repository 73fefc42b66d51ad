/** People with alerts, for tests. */
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import type { TestApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { transaction } from '../../platform/db/connection.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { searchAlertsJob } from './alerts.jobs.ts';

export const MINUTE_MS = 60_000;
export const SEARCHES = '/api/users/me/searches';

/** A library that Ann and Bob can read and write, with a folder. */
export async function worldWithFolder(app: TestApp) {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  for (const person of [w.ann, w.bob]) await grant(app, person, { libraryId }, { allow: ['Read', 'Write'] });
  const folderId = await w.admin.folder(libraryId, 'Leases');
  return { w, ann: w.ann, bob: w.bob, admin: w.admin, libraryId, folderId };
}

/** Saves a query with an alert, and returns its id. */
export async function makeAlert(person: Person, Q: string, more: Record<string, unknown> = {}): Promise<number> {
  const body = { SearchName: `Alert of ${Q}`, Q, Alert: true, ...more };
  const made = await person.api('POST', SEARCHES, body);
  if (made.status !== 201) throw new Error(`${made.status}: ${made.text}`);
  return made.body.SavedSearchId;
}

/** Indexes what is new, and runs the job of alerts, as after some minutes. */
export async function checkAlerts(app: TestApp, minutes = 3): Promise<void> {
  await app.runJobs();
  app.clock.advance(minutes * MINUTE_MS);
  await transaction(app.sql, (tx) => addJob(tx, searchAlertsJob, {}));
  await app.runJobs();
}

/** The notifications about alerts without markup, the newest first. */
export async function alertsOf(person: Person): Promise<string[]> {
  const { body } = await person.api('GET', '/api/notifications');
  return (body as { Message: string }[])
    .map(({ Message }) => Message.replaceAll(/\[@\w+=\d+\]|\[\/\]/g, ''))
    .filter((message) => message.includes('new match'));
}
