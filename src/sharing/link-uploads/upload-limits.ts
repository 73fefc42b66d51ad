/** Upload limits over the lifetime of a link (docs/api/links.md#upload-limits; decision 0057). */
import type { Tx } from '../../platform/db/connection.ts';
import { Problem, invalidParameter, tooManyRequests } from '../../platform/errors.ts';
import type { Actor, Visiting } from '../../core/actor.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import type { FinishedUpload, OpenedUpload } from '../../content/uploads/staged.steps.ts';
import { lockUploadsOf } from '../../content/uploads/staged.queries.ts';
import type { CreatedFolders } from '../../library/folders/folders.steps.ts';
import { type LinkUse, addUploadedFolders, readLinkUse } from './upload-limits.queries.ts';

/** Unfinished uploads of one visitor of a link; active ones from one address (IPv6: /64) and of all. */
const OPEN = { visitor: 20, address: 50, link: 500 };

/** Limits of the share's own; null: those of the settings. */
export type UploadLimits = { maxUploadBytes: number | null; maxUploadDocuments: number | null };

/** Limits in a request body; null: those of the settings. */
type WantedLimits = { MaxUploadBytes?: number | null; MaxUploadDocuments?: number | null };

/** 400 for a limit above the one in the settings, which only site admins can set. */
export function assertLimitsAllowed(wanted: WantedLimits, settings: Settings, actor: Actor): void {
  if (actor.isSiteAdmin) return;
  for (const name of ['MaxUploadBytes', 'MaxUploadDocuments'] as const) {
    const max = settings[name];
    if (max === null || (wanted[name] ?? 0) <= max) continue;
    throw invalidParameter(name, `${name} must be at most ${max}; only a site admin can set more.`);
  }
}

/**
 * Lets a visitor's upload reserve its bytes while it is active. 413 if the link can never accept it; 429 while
 * unfinished uploads reserve the rest of the link, or there are too many of them. The caller has locked the uploads of
 * the link (`lockUploadsOf`).
 */
export async function assertLinkTakesUpload(
  tx: Tx,
  { actor, upload }: { actor: Actor; upload: OpenedUpload },
): Promise<void> {
  const { via } = actor;
  if (via.kind !== 'visit') return;
  const { use, limits } = await readUse(tx, actor, via, upload.uploadId);
  assertFewOpen(use, actor.now);
  assertBytesFit(use, limits, upload.bytes, actor.now);
  assertDocumentsFit(use, limits, 1, actor.now);
}

/**
 * Checks the limits again when a visitor's upload is finalized, like `assertLinkTakesUpload`. Unfinished uploads of
 * others do not displace its received bytes, nor its document if it was active.
 */
export async function assertLinkTakesFinished(
  tx: Tx,
  actor: Actor,
  via: Visiting,
  { bytes, upload }: { bytes: number; upload: FinishedUpload | null },
): Promise<void> {
  const { use, limits } = await readUse(tx, actor, via, upload?.uploadId);
  assertBytesFit({ ...use, openBytes: 0 }, limits, bytes, actor.now);
  assertDocumentsFit(upload?.isReserved === true ? { ...use, active: 0 } : use, limits, 1, actor.now);
}

/** Counts folders that a visitor creates; does nothing for others. 413 or 429 as for uploads. */
export async function countVisitorsFolders(tx: Tx, { actor, count: folders }: CreatedFolders): Promise<void> {
  const { via, deploymentId } = actor;
  if (via.kind !== 'visit' || folders === 0) return;
  await lockUploadsOf(tx, actor);
  const { use, limits } = await readUse(tx, actor, via);
  assertDocumentsFit(use, limits, folders, actor.now);
  await addUploadedFolders(tx, deploymentId, via.shareId, folders);
}

type Limits = Pick<Settings, 'MaxUploadBytes' | 'MaxUploadDocuments'>;

/** The effective limits of a share. */
export function limitsOf({ maxUploadBytes, maxUploadDocuments }: UploadLimits, settings: Limits): Limits {
  return {
    MaxUploadBytes: maxUploadBytes ?? settings.MaxUploadBytes,
    MaxUploadDocuments: maxUploadDocuments ?? settings.MaxUploadDocuments,
  };
}

async function readUse(
  tx: Tx,
  actor: Actor,
  via: Visiting,
  uploadId?: number,
): Promise<{ use: LinkUse; limits: Limits }> {
  const [use, settings] = await Promise.all([
    readLinkUse(tx, actor, via, uploadId ?? null),
    readSettings(tx, actor.deploymentId),
  ]);
  if (use === undefined) throw new Error('The share of a visit was not found.');
  return { use, limits: limitsOf(use, settings) };
}

function assertBytesFit(use: LinkUse, limits: Limits, wanted: number, now: Date): void {
  const { uploadedBytes: used, openBytes: open, openBytesEnd: ends } = use;
  assertFits({ name: 'MaxUploadBytes', max: limits.MaxUploadBytes, used, open, wanted, ends, now });
}

function assertDocumentsFit(use: LinkUse, limits: Limits, wanted: number, now: Date): void {
  const { uploadedDocuments: used, active: open, activeEnds: ends } = use;
  assertFits({ name: 'MaxUploadDocuments', max: limits.MaxUploadDocuments, used, open, wanted, ends, now });
}

type Fit = {
  name: keyof Limits;
  max: number | null;
  used: number;
  /** Reserved by unfinished uploads, the first of which ends at `ends`. */
  open: number;
  wanted: number;
  ends: string | null;
  now: Date;
};

function assertFits({ name, max, used, open, wanted, ends, now }: Fit): void {
  if (max === null || used + open + wanted <= max) return;
  const left = Math.max(0, max - used);
  const more = { Limit: name, Maximum: max, Left: left };
  if (wanted > left) throw new Problem('/payload_too_large', FULL[name](max, left), { more });
  const headers = { 'retry-after': String(secondsUntil(ends, now)) };
  throw new Problem('/too_many_requests', RESERVED[name], { more, headers });
}

const FULL = {
  MaxUploadBytes: (max: number, left: number) =>
    `This link accepts up to ${formatBytes(max)} in total (${formatBytes(left)} left).`,
  MaxUploadDocuments: (max: number, left: number) =>
    `This link accepts up to ${max} files and folders in total (${left} left).`,
};

const RESERVED = {
  MaxUploadBytes: 'Unfinished uploads take up the rest of the bytes that this link accepts. Try again later.',
  MaxUploadDocuments: 'Unfinished uploads take up the rest of the files that this link accepts. Try again later.',
};

function assertFewOpen(use: LinkUse, now: Date): void {
  const tooMany = (title: string, ends: string | null) => tooManyRequests(title, secondsUntil(ends, now));
  if (use.ofVisitor >= OPEN.visitor) {
    const title = `You have ${OPEN.visitor} unfinished uploads at this link. Finish or cancel one of them first.`;
    throw tooMany(title, use.ofVisitorEnds);
  }
  if (use.ofAddress >= OPEN.address) {
    const title = `There are ${OPEN.address} unfinished uploads from your network at this link. Try again later.`;
    throw tooMany(title, use.ofAddressEnds);
  }
  if (use.active >= OPEN.link) {
    throw tooMany(`There are ${OPEN.link} unfinished uploads at this link. Try again later.`, use.activeEnds);
  }
}

function secondsUntil(ends: string | null, now: Date): number {
  return ends === null ? 1 : Math.max(1, Math.ceil((Date.parse(ends) - now.getTime()) / 1000));
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

// In the units of the web app: steps of 1024.
function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const unitDisplay = power === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit: UNITS[power] ?? 'byte', unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat('en', options).format(bytes / 1024 ** power);
}
