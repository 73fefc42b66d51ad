/** Lines of table.ts: who gets which status, by what a route wants. */
import type { Make } from './things.ts';

export const ROLES = ['anonymous', 'other', 'stranger', 'reader', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

type Request = {
  at?: string;
  body?: (make: Make) => unknown;
  headers?: (make: Make) => Promise<Record<string, string>>;
  /** Sends a file instead of a body. */
  form?: 'document' | 'revision';
  /** The answer goes on: only its status is waited for. */
  isEndless?: true;
};

export type Line = Request & Record<Role, number>;

const anonymous = 401;

/** Wants Read on the thing. */
export const reads = (request: Request = {}): Line => {
  return { anonymous, other: 404, stranger: 403, reader: 200, admin: 403, owner: 200, ...request };
};

/** Wants more than Read on the thing. */
export const changes = (owner: number, request: Request = {}): Line => {
  return { anonymous, other: 404, stranger: 403, reader: 403, admin: 403, owner, ...request };
};

/** For site admins alone. `other`: what one of another deployment gets, 404 for a thing of this one. */
export const administers = (admin: number, other: number, request: Request = {}): Line => {
  return { anonymous, other, stranger: 403, reader: 403, admin, owner: 403, ...request };
};

/** Is about the caller or the caller's deployment: everybody who is signed in gets the same status. */
export const ownThings = (status: number, request: Request = {}): Line => {
  return { anonymous, other: status, stranger: status, reader: status, admin: status, owner: status, ...request };
};

/** Is something that nobody but the owner can see, whatever their rights. */
export const ofMaker = (owner: number, request: Request = {}): Line => {
  return { anonymous, other: 404, stranger: 404, reader: 404, admin: 404, owner, ...request };
};

/** Is somebody's link: for who made it, and for who may grant on the item; in a personal library, its owner only. */
export const ofSharer = (owner: number, request: Request = {}): Line => changes(owner, request);

/** Public: nobody needs a credential. */
export const open = (status: number, request: Request = {}): Line => ({
  ...ownThings(status, request),
  anonymous: status,
});

/** A report: for whoever may read what it is about, and site admins. */
export const reports = (status: number, request: Request = {}): Line => {
  return { ...reads(request), reader: status, admin: status, owner: status };
};

/** Is about one person: that person, who is the owner here, and site admins of the deployment. */
export const ofPerson = (status: number, request: Request = {}): Line => {
  return { anonymous, other: 404, stranger: 403, reader: 403, admin: status, owner: status, ...request };
};
