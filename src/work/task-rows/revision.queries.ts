import type { Db, Fragment } from '../../platform/db/connection.ts';

/** A revision as a task keeps it. `hash`: lower-case hex SHA-256; the id is null if it is not known any more. */
export type TaskRevision = { revisionId: number | null; revisionNumber: number; hash: string };

/** SQL of a revision, as JSON; null where the number is. */
export function taskRevision(sql: Db, id: Fragment, number: Fragment, sha256: Fragment): Fragment {
  return sql`case when ${number} is not null then json_build_object('revisionId', ${id}, 'revisionNumber', ${number},
    'hash', encode(${sha256}, 'hex')) end`;
}
