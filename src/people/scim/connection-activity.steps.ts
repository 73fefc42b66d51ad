/** Changes by a connection are judged at their time, and recorded as the connection's. */
import type { Tx } from '../../platform/db/connection.ts';
import { unauthorized } from '../../platform/errors.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import type { ActivityType } from '../../core/activity/activity-types.ts';
import type { Connection } from '../connections/authenticate-connection.ts';
import { lockConnection } from '../connections/connections.queries.ts';
import { scimError } from '../scim-protocol/scim-errors.ts';
import { Problem } from '../../platform/errors.ts';

type Entry = {
  type: ActivityType;
  contentName: string;
  details: Record<string, string | number | boolean | null>;
  /** The person whose account it is about; their activity has it too. */
  ofUserId?: number;
};

/** 401 if the token was replaced, or the connection paused or deleted, since the request was authenticated. */
export async function assertCurrent(tx: Tx, connection: Connection): Promise<void> {
  if (!(await lockConnection(tx, connection))) throw unauthorized('The token of the connection is no longer valid.');
}

/** Records a change as one of the connection, which reports show by its name. */
export async function recordByConnection(tx: Tx, connection: Connection, entry: Entry): Promise<void> {
  const { deploymentId, connectionId, name, now: at } = connection;
  const { type, contentName, ofUserId } = entry;
  const about = ofUserId === undefined ? {} : { ofUserId };
  const details = { ...entry.details, ...about, connectionId, connection: name };
  for (const userId of ofUserId === undefined ? [null] : [null, ofUserId]) {
    const visitorEmail = userId === null ? `${name} (SCIM)` : null;
    await insertActivity(tx, { deploymentId, userId, visitorEmail, at }, { type, contentName, details });
  }
}

/** 412 unless If-Match names the version (RFC 7644, section 3.14). Versions are weak: they identify the state, not its bytes. */
export function assertVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  if (ifMatch.split(',').some((tag) => opaque(tag) === opaque(version))) return;
  throw new Problem('/precondition_failed', 'This has changed since you read it.', { headers: { etag: version } });
}

/** Runs a rule of Carrel whose refusals name Carrel's own parameters, for an attribute of SCIM. */
export function valueOf<T>(attribute: string, rule: (parameter: string) => T): T {
  try {
    return rule(attribute);
  } catch (error) {
    if (error instanceof Problem && error.status === 400) throw scimError('invalidValue', error.message);
    throw error;
  }
}
