/** Reads the body of a task request by all rules of docs/api/tasks.md#creating-a-task at once. */
import { emailKey, parseEmail } from '../../platform/values/email.ts';
import {
  Problem,
  type ProblemEntry,
  invalidParameter,
  invalidParameters,
  missingParameter,
} from '../../platform/errors.ts';
import { hasControls } from '../../platform/values/texts.ts';
import { DAY_MS, type End, readEnd } from '../../platform/values/times.ts';
import type { Static } from 'typebox';
import type { Actor } from '../../core/actor.ts';
import { MAX_ADDRESSES } from '../../sharing/share-creation/shares.body.ts';
import { type CompleteTaskBody, MAX_COMMENT, MAX_DAYS_AHEAD, MAX_INSTRUCTIONS } from './tasks.schema.ts';
import type { Decision } from './tasks.steps.ts';

/** The task to create. */
export type WantedTask = {
  dueAt: Date;
  /** Canonical address. */
  assignee: string;
  documentId: number;
  instructions: string;
  /** Canonical addresses, each once. */
  updateRecipients: string[];
};

/** How long people without an account can read the document of a task; null: no limit. */
export type OutsideLimit = { days: number; end: Date } | null;

/**
 * Reads a body of any type. 400 with an entry for each invalid field, after those of `unknown`. `limit`: for an
 * assignee without an account.
 */
export function readNewTask(
  body: unknown,
  actor: Pick<Actor, 'email' | 'now'>,
  limit: OutsideLimit = null,
  unknown: ProblemEntry[] = [],
): WantedTask {
  const given = fieldsOf(body);
  const wrong: ProblemEntry[] = [...unknown];
  const read = <T>(field: string, reader: (value: unknown, field: string) => T): T | undefined =>
    collect(wrong, () => {
      if (given[field] === undefined) throw missingParameter(field);
      return reader(given[field], field);
    });
  read('Type', readType);
  const dueAt = read('DueDate', (value, field) => {
    const { at, given: day } = readDueDate(value, field, actor.now);
    assertDueWithin(day, limit, field);
    // The last possible day ends, for the assignee, when their access does.
    return limit !== null && at > limit.end ? limit.end : at;
  });
  const assignee = read('Assignee', (value, field) => readAssignee(value, field, actor.email));
  const documentId = read('DocumentId', readDocumentId);
  const instructions = read('Instructions', readInstructions);
  const updateRecipients = given['Recipients'] === undefined ? [] : read('Recipients', readRecipients);
  if (
    dueAt === undefined ||
    assignee === undefined ||
    documentId === undefined ||
    instructions === undefined ||
    updateRecipients === undefined ||
    wrong.length > 0
  ) {
    throw invalidParameters(wrong);
  }
  return { dueAt, assignee, documentId, instructions, updateRecipients };
}

/** 400 for a due date on which the assignee could no longer open the document; names the last possible one. */
export function assertDueWithin(dueAt: Date, limit: OutsideLimit, field: string): void {
  if (limit === null || dueAt <= limit.end) return;
  const why = `people without an account can read a document for at most ${limit.days} days`;
  throw invalidParameter(field, `${field} must not be later than ${limit.end.toISOString()}, because ${why}.`);
}

/** The canonical address of the assignee in a body; null if there is none. */
export function assigneeIn(body: unknown): string | null {
  const assignee = fieldsOf(body)['Assignee'];
  const address = typeof assignee === 'string' ? parseEmail(assignee) : null;
  return address === null ? null : emailKey(address);
}

/** Whether the body has update recipients, which only site admins can set. */
export function namesRecipients(body: unknown): boolean {
  return fieldsOf(body)['Recipients'] !== undefined;
}

/** The decision in a body; 400 for a comment that cannot be stored. */
export function readDecision(body: Static<typeof CompleteTaskBody>): Decision {
  const comment = (body.Comment ?? '').trim();
  assertText(comment, 'Comment', MAX_COMMENT);
  return {
    result: body.Decision === 'Approve' ? 'Positive' : 'Negative',
    comment: comment === '' ? null : comment,
    hash: body.Hash?.toLowerCase() ?? null,
  };
}

// PostgreSQL cannot store NUL or unpaired surrogates.
function assertText(text: string, parameter: string, limit: number): void {
  if ([...text].length > limit) {
    throw invalidParameter(parameter, `${parameter} must not have more than ${limit} characters.`);
  }
  if (!text.isWellFormed() || text.includes('\0')) {
    throw invalidParameter(parameter, `${parameter} is not well-formed text.`);
  }
  // Both texts are shown to people outside, and a decision's comment is one of the comments.
  if (hasControls(text)) {
    throw invalidParameter(parameter, `${parameter} must not contain control characters or overrides of direction.`);
  }
}

// A missing or non-object body has no fields, so that each required one is reported.
function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}

function collect<T>(wrong: ProblemEntry[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    wrong.push(...error.errors);
    return undefined;
  }
}

function readType(value: unknown, field: string): void {
  if (value !== 'Approval') throw invalidParameter(field, `${field} must be Approval.`);
}

function readDueDate(value: unknown, field: string, now: Date): End {
  const { at, given } = readEnd(typeof value === 'string' ? value : '', field);
  if (at <= now) throw invalidParameter(field, `${field} must be in the future.`);
  if (given.getTime() > now.getTime() + MAX_DAYS_AHEAD * DAY_MS) {
    throw invalidParameter(field, `${field} must be at most ${MAX_DAYS_AHEAD} days ahead.`);
  }
  return { at, given };
}

function readAssignee(value: unknown, field: string, creator: string): string {
  const address = readAddress(value, field);
  if (address === emailKey(creator)) throw invalidParameter(field, `${field} must be somebody other than you.`);
  return address;
}

function readAddress(value: unknown, field: string): string {
  const address = typeof value === 'string' ? parseEmail(value) : null;
  if (address === null) throw invalidParameter(field, `${field} must be an email address.`);
  return emailKey(address);
}

function readDocumentId(value: unknown, field: string): number {
  if (!Number.isSafeInteger(value) || Number(value) < 1) {
    throw invalidParameter(field, `${field} must be the id of a document.`);
  }
  return Number(value);
}

function readInstructions(value: unknown, field: string): string {
  if (typeof value !== 'string') throw invalidParameter(field, `${field} must be text.`);
  if (value.trim() === '') throw missingParameter(field, `${field} must not be blank.`);
  assertText(value, field, MAX_INSTRUCTIONS);
  return value;
}

function readRecipients(value: unknown, field: string): string[] {
  if (!Array.isArray(value)) throw invalidParameter(field, `${field} must be an array of email addresses.`);
  if (value.length > MAX_ADDRESSES) {
    throw invalidParameter(field, `${field} must not have more than ${MAX_ADDRESSES} addresses.`);
  }
  const wrong: ProblemEntry[] = [];
  const addresses = value.flatMap((entry: unknown, index) => {
    const address = collect(wrong, () => readAddress(entry, `${field}.${index}`));
    return address === undefined ? [] : [address];
  });
  if (wrong.length > 0) throw invalidParameters(wrong);
  if (new Set(addresses).size < addresses.length) {
    throw invalidParameter(field, `${field} must not name an address twice.`);
  }
  return addresses;
}
