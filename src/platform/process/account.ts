/** Chooses the unprivileged system user that the service runs as when root starts it. */
import { readFile } from 'node:fs/promises';

export type User = { name: string; uid: number; gid: number; home: string };

/** A dedicated user. */
const OWN = 'carrel';
/** Users shared with other services, in order of preference. */
const SHARED = ['postgres', '_postgres', 'nobody'];

/**
 * Returns the named user, otherwise the owner of the data, otherwise a common service user. Data owned by a shared user
 * moves to the user `carrel` once that user exists. Throws a one-line error if no user is suitable, or if the user is
 * root.
 */
export async function chooseUser(named: string | null, owners: readonly (number | undefined)[] = []): Promise<User> {
  const users = await readUsers();
  const byName = (name: string) => users.find((user) => user.name === name);
  if (named !== null) {
    const user = byName(named);
    if (user === undefined) throw new Error(`RUN_AS=${named} is not a user in /etc/passwd.`);
    if (user.uid === 0) throw new Error(`RUN_AS=${named} is root, and the service never runs as root.`);
    return user;
  }
  const [owner] = owners.flatMap((uid) => users.find((user) => user.uid !== 0 && user.uid === uid) ?? []);
  const shared = SHARED.flatMap((name) => byName(name) ?? []);
  const isShared = shared.some(({ uid }) => uid === owner?.uid);
  const user = isShared ? (byName(OWN) ?? owner) : (owner ?? byName(OWN) ?? shared[0]);
  if (user === undefined) {
    throw new Error(`Root runs Carrel as another user, and there is no user "${OWN}" or "nobody": set RUN_AS`);
  }
  return user;
}

// macOS prints the ids of `nobody` as -2; the file system reports 4294967294.
async function readUsers(): Promise<User[]> {
  return (await readFile('/etc/passwd', 'utf8')).split('\n').flatMap((line) => {
    const [, name, uid, gid, home = '/'] = /^([^:#]+):[^:]*:(-?\d+):(-?\d+):[^:]*:([^:]*)/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0, home }];
  });
}
