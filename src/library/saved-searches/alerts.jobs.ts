/** Looks at documents that were indexed, and notifies the owners of alerts (decision 0107). */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { DatabaseUnavailable } from '../../platform/db/errors.ts';
import { Problem } from '../../platform/errors.ts';
import { EACH_MINUTE, NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { type Actor, unlimitedToken } from '../../core/actor.ts';
import { siteOfDeployment } from '../../core/hosts/sites.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { findDocuments } from '../search/search.queries.ts';
import { ALERT_STATES } from '../search-index/alerts.queries.ts';
import { type Search, resolveSearch } from '../search-query/resolve.ts';
import { NAMED, alertMessage, renderAlertEmail } from './alerts.emails.ts';
import {
  type AlertKey,
  type AlertRow,
  deleteAlertDocuments,
  listAlertDocuments,
  listDueAlerts,
  listNames,
  listNews,
  lockAlert,
  setDocumentState,
  setNoticed,
  updateFilter,
} from './alerts.queries.ts';
import { filterOf, scopeOf } from './alerts.steps.ts';

/** Documents that are looked at in a transaction, and the most that one notice counts. */
const BATCH = 500;
/** A notice waits for documents that are uploaded together. */
const GATHERED_MS = 2 * 60_000;
/** Between two notices of an alert. */
const PAUSE_MS = 3_600_000;

export const searchAlertsJob = defineJob<Deps, typeof NoPayload>({
  name: 'search-alerts',
  payload: NoPayload,
  cron: EACH_MINUTE,
  isSingle: true,
  async run(deps, _, stopping) {
    const now = deps.clock();
    const before = (ms: number) => new Date(now.getTime() - ms);
    const due = { now, gathered: before(GATHERED_MS), paused: before(PAUSE_MS) };
    for (const key of await listDueAlerts(deps.sql, due)) {
      stopping?.throwIfAborted();
      try {
        while ((await lookAt(deps, key)) === BATCH) stopping?.throwIfAborted();
        await announce(deps, key, due);
      } catch (error) {
        // One search that cannot be made must not stop all others.
        if (error instanceof DatabaseUnavailable || stopping?.aborted === true) throw error;
        deps.log.error({ err: error, ...key }, 'An alert could not be checked.');
        // A query that an earlier release could read.
        if (error instanceof Problem)
          await transaction(deps.sql, (tx) => deleteAlertDocuments(tx, key, 'all but known'));
      }
    }
  },
});

// Judges the first documents that were indexed: a search among them alone, with the rights of the owner. Returns their number.
async function lookAt({ sql, clock }: Deps, key: AlertKey): Promise<number> {
  return transaction(sql, async (tx) => {
    const now = clock();
    const alert = await lockAlert(tx, key, now);
    if (alert === undefined) return 0;
    if (alert.isOwnerGone) {
      await deleteAlertDocuments(tx, key, 'all but known');
      return 0;
    }
    const indexed = await listAlertDocuments(tx, key, ALERT_STATES.indexed, BATCH);
    if (indexed.length === 0 && alert.isCurrent) return 0;
    const actor = ownerOf(alert, now);
    const search = await resolveSearch(tx, actor, { query: alert.query, parameters: scopeOf(alert) });
    if (!alert.isCurrent) await updateFilter(tx, key, filterOf(search, alert, now));
    const matching = await findAmong(tx, actor, { alert, search }, indexed);
    const news = new Set(await listNews(tx, alert, matching));
    await deleteAlertDocuments(tx, key, without(indexed, matching));
    await setDocumentState(tx, key, [...news], ALERT_STATES.found);
    await setDocumentState(tx, key, without(matching, [...news]), ALERT_STATES.known);
    return indexed.length;
  });
}

// Searches among the documents again, because rights may have changed meanwhile.
async function announce(
  { sql, clock, config }: Deps,
  key: AlertKey,
  due: { gathered: Date; paused: Date },
): Promise<void> {
  const { Branding: brand } = await readSettings(sql, key.deploymentId);
  await transaction(sql, async (tx) => {
    const now = clock();
    const alert = await lockAlert(tx, key, now);
    if (alert === undefined || alert.isOwnerGone) return;
    if (alert.foundSince === null || Date.parse(alert.foundSince) > due.gathered.getTime()) return;
    if (alert.noticedAt !== null && Date.parse(alert.noticedAt) > due.paused.getTime()) return;
    const found = await listAlertDocuments(tx, key, ALERT_STATES.found, BATCH);
    const actor = ownerOf(alert, now);
    const search = await resolveSearch(tx, actor, { query: alert.query, parameters: scopeOf(alert) });
    const matching = await findAmong(tx, actor, { alert, search }, found);
    await deleteAlertDocuments(tx, key, without(found, matching));
    if (matching.length === 0) return;
    await setDocumentState(tx, key, matching, ALERT_STATES.known);
    await setNoticed(tx, key, now);
    const first = await listNames(tx, key.deploymentId, matching.slice(0, NAMED));
    const notice = { alert, first, count: matching.length, hasMore: found.length === BATCH };
    await insertNotifications(tx, key.deploymentId, [alert.userId], alertMessage(notice), now);
    const { webUrl } = await siteOfDeployment(tx, config, key.deploymentId);
    const url = `${webUrl}/searches/${alert.savedSearchId}`;
    const email = renderAlertEmail(brand, notice, url);
    await enqueueMail(tx, { deploymentId: key.deploymentId, to: alert.email, ...email, topic: 'SearchAlerts', now });
  });
}

// Texts that together are too large for one search are searched in halves.
async function findAmong(
  tx: Tx,
  actor: Actor,
  { alert, search }: { alert: AlertRow; search: Search },
  documentIds: number[],
): Promise<number[]> {
  if (documentIds.length === 0) return [];
  const { matches, isCut } = await findDocuments(tx, actor, search, { ...scopeOf(alert), documentIds });
  if (!isCut || documentIds.length === 1) return matches.map(({ id }) => id);
  const half = Math.ceil(documentIds.length / 2);
  const first = await findAmong(tx, actor, { alert, search }, documentIds.slice(0, half));
  return [...first, ...(await findAmong(tx, actor, { alert, search }, documentIds.slice(half)))];
}

function ownerOf({ deploymentId, userId, email, userName: name, isSiteAdmin }: AlertRow, now: Date): Actor {
  return {
    deploymentId,
    userId,
    email,
    name,
    isSiteAdmin,
    now,
    via: unlimitedToken(0),
  };
}

function without(ids: number[], others: number[]): number[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}
