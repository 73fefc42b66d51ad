/** Lines of table.ts: the expected statuses of each kind of route. */
import type { Make } from './things.ts';

export const ROLES = ['anonymous', 'other', 'stranger', 'reader', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

type Request = {
  at?: string;
  body?: (make: Make) => unknown;
  headers?: (make: Make) => Promise<Record<string, string>>;
  /** Sends a file instead of a body. */
  form?: 'document' | 'revision';
  /** The response never ends, so only its status is read. */
  isEndless?: true;
};

export type Line = Request & Record<Role, number>;

const anonymous = 401;

/** Requires Read on the object. */
export const reads = (request: Request = {}): Line => {
  return { anonymous, other: 404, stranger: 403, reader: 200, admin: 403, owner: 200, ...request };
};

/** Requires more than Read on the object. */
export const changes = (owner: number, request: Request = {}): Line => {
  return { anonymous, other: 404, stranger: 403, reader: 403, admin: 403, owner, ...request };
};

/** For site admins only. `other`: the status for those of another deployment, 404 for an object of this one. */
export const administers = (admin: number, other: number, request: Request = {}): Line => {
  return { anonymous, other, stranger: 403, reader: 403, admin, owner: 403, ...request };
};

/** About the caller or the caller's deployment: everybody who is signed in gets the same status. */
export const ownThings = (status: number, request: Request = {}): Line => {
  return { anonymous, other: status, stranger: status, reader: status, admin: status, owner: status, ...request };
};

/** An object that only its owner can see, whatever rights others have. */
export const ofMaker = (owner: number, request: Request = {}): Line => {
  return { anonymous, other: 404, stranger: 404, reader: 404, admin: 404, owner, ...request };
};

/** A link: for its creator and for people with Grant on the item; in a personal library, for the owner only. */
export const ofSharer = (owner: number, request: Request = {}): Line => changes(owner, request);

/** Public: nobody needs a credential. */
export const open = (status: number, request: Request = {}): Line => ({
  ...ownThings(status, request),
  anonymous: status,
});

/** A report: for people who can read its subject, and site admins. */
export const reports = (status: number, request: Request = {}): Line => {
  return { ...reads(request), reader: status, admin: status, owner: status };
};

/** About one person: for that person, who is the owner here, and site admins of the deployment. */
export const ofPerson = (status: number, request: Request = {}): Line => {
  return { anonymous, other: 404, stranger: 403, reader: 403, admin: status, owner: status, ...request };
};
