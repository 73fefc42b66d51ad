import type { Db, Fragment } from '../../platform/db/connection.ts';

/** A revision stored in a task. `hash`: lower-case hex SHA-256; the id is null if it is unknown. */
export type TaskRevision = { revisionId: number | null; revisionNumber: number; hash: string };

/** SQL for a revision as JSON; null if the number is null. */
export function taskRevision(sql: Db, id: Fragment, number: Fragment, sha256: Fragment): Fragment {
  return sql`case when ${number} is not null then json_build_object('revisionId', ${id}, 'revisionNumber', ${number},
    'hash', encode(${sha256}, 'hex')) end`;
}
