import type { Tx } from '../../platform/db/connection.ts';

/** States of a document of an alert: indexed and not looked at, to be announced, known. */
export const ALERT_STATES = { indexed: 0, found: 1, known: 2 } as const;

/**
 * Notes the documents that an alert of the deployment may find, by their words and places only: the alert's owner has
 * rights, and the query has more conditions, which a job judges (decision 0107). Documents that the alert knows stay known. Alerts
 * whose words were made before the deployment had another language get every document.
 */
export async function noteForAlerts(tx: Tx, deploymentId: number, documentIds: number[], now: Date): Promise<void> {
  // Alerts that end meanwhile are left out. Vectors are decompressed once, not for each alert.
  await tx`
    with alerts as materialized (
      select saved_search_id, words, places, languages from search_alerts where deployment_id = ${deploymentId}
      order by saved_search_id for key share
    ), indexed as materialized (
      select document_id, places, lexemes || ''::tsvector as lexemes from document_search
      where deployment_id = ${deploymentId} and document_id = any (${documentIds}::bigint[]) and exists (select from alerts)
    )
    insert into search_alert_documents (deployment_id, saved_search_id, document_id, state, found_at)
    select ${deploymentId}, a.saved_search_id, i.document_id, ${ALERT_STATES.indexed}, ${now}
    from alerts a
    join indexed i on (a.places is null or i.places && a.places) and (
      a.words is null or i.lexemes @@ a.words
      or a.languages <> (select count(*) from search_languages where deployment_id = ${deploymentId}))
    order by i.document_id, a.saved_search_id
    on conflict do nothing`;
}
