/** Alerts about more text than one search reads, and many changes of alerts at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { transaction } from '../../platform/db/connection.ts';
import { waitForTurn } from '../../platform/db/locks.ts';
import { addIndexed } from '../search/search.fixture.ts';
import { ALERT_STATES } from '../search-index/alerts.queries.ts';
import { SEARCHES, alertsOf, checkAlerts, makeAlert, worldWithFolder } from './alerts.fixture.ts';

const app = await startApp({}, { own: 'stores texts without their contents' });
const TEXTS = 80;

test('documents whose texts together are too large for one search are all announced', async () => {
  const { w, ann, bob, folderId } = await worldWithFolder(app);
  const savedSearchId = await makeAlert(ann, '"common phrase"');
  app.clock.advance(60_000);
  const ids = await addIndexed(app, bob, folderId, { count: TEXTS, word: 'common' });
  await app.sql`
    update document_search set lexemes = array_to_tsvector(tsvector_to_array(lexemes) || array['phrase'])
    where deployment_id = ${w.deploymentId}`;
  await app.sql`
    insert into content_texts (deployment_id, blob_id, method, language, is_complete, vector, attempts, created_at)
    select ${w.deploymentId}, blob_id, 'text', 'simple', true, (
      select to_tsvector('simple', 'common phrase ' || string_agg('w' || n, ' ')) from generate_series(1, 62000) n
    ), 1, now() from document_search where deployment_id = ${w.deploymentId}`;
  await app.sql`
    insert into search_alert_documents (deployment_id, saved_search_id, document_id, state, found_at)
    select ${w.deploymentId}, ${savedSearchId}, id, ${ALERT_STATES.indexed}, ${app.clock.now} from unnest(${ids}::bigint[]) id`;
  await checkAlerts(app);
  await checkAlerts(app);
  const [message = ''] = await alertsOf(ann);
  assert.match(message, new RegExp(`^${TEXTS} new matches for Alert of`));
});

test('many saves and stars of one person at once leave connections for everybody else', async () => {
  const { ann, bob } = await worldWithFolder(app);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const holder = transaction(app.sql, async (tx) => {
    await waitForTurn(tx, `saved-searches:${ann.userId}`);
    await waitForTurn(tx, `stars:${ann.userId}`);
    isLocked();
    await held;
  });
  await locked;
  const saves = Array.from({ length: 40 }, (_, n) => ann.api('POST', SEARCHES, { SearchName: `S${n}`, Q: 'lease' }));
  const stars = Array.from({ length: 40 }, () => ann.api('PUT', `/api/users/me/starred/libraries/${ann.libraryId}`));
  assert.equal((await bob.api('GET', '/api/libraries')).status, 200);
  letGo();
  await holder;
  assert.ok((await Promise.all(saves)).every(({ status }) => status === 201));
  assert.ok((await Promise.all(stars)).every(({ status }) => status < 300));
});
