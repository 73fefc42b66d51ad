/** Filters the links of a deployment, for site admins and for jobs that revoke links. */
import type { Static } from 'typebox';
import type { Db, Fragment } from '../../platform/db/connection.ts';
import { containing } from '../../platform/db/like.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { ShareFilterQuery } from './all-shares.schema.ts';

/** Flat, because job parameters are flat. Null: no restriction. */
export type ShareFilter = {
  /** With neither password nor access code. */
  unprotected: boolean;
  endless: boolean;
  /** Comma-separated domains; matches links with a recipient outside all of them. */
  outside: string | null;
  status: 'Active' | 'Pending' | 'Refused' | 'Expired' | null;
  creatorId: number | null;
  /** A part of the item's name, as a name key. */
  name: string | null;
  /** Comma-separated ids. */
  shareIds: string | null;
};

/** Reads the filter of a request. */
export function readShareFilter(query: Static<typeof ShareFilterQuery>, shareIds: number[] | null = null): ShareFilter {
  const domains = (query.outside ?? []).flatMap((text) => text.toLowerCase().split(/[\s;]+/));
  const outside = domains.map((domain) => domain.replace(/^@/, '')).filter((domain) => domain !== '');
  const name = nameKey(query.name?.trim() ?? '');
  return {
    unprotected: query.unprotected ?? false,
    endless: query.endless ?? false,
    outside: outside.length === 0 ? null : outside.join(','),
    status: query.status ?? null,
    creatorId: query.creatorId ?? null,
    name: name === '' ? null : name,
    shareIds: shareIds === null ? null : shareIds.join(','),
  };
}

/** The same for links that are counted and revoked: 400 for a filter that names nothing, because it would match all links. */
export function readStrictFilter(
  query: Static<typeof ShareFilterQuery>,
  shareIds: number[] | null = null,
): ShareFilter {
  const filter = readShareFilter(query, shareIds);
  for (const name of ['outside', 'name'] as const) {
    if (query[name] !== undefined && filter[name] === null) throw invalidParameter(name, `${name} must not be empty.`);
  }
  return filter;
}

/**
 * A condition on `shares s`: shares of the deployment that are not revoked, do not belong to a task, and match the
 * filter at that time. Indexes: shares_live, shares_unprotected, shares_endless, shares_own.
 */
export function isMeant(sql: Db, deploymentId: number, filter: ShareFilter, now: Date | string): Fragment {
  const { creatorId, shareIds } = filter;
  return sql`s.deployment_id = ${deploymentId} and s.revoked_at is null and s.task_id is null
    ${filter.unprotected ? sql`and s.password_hash is null and not s.access_code_required` : sql``}
    ${filter.endless ? sql`and s.expires_at is null` : sql``}
    ${creatorId === null ? sql`` : sql`and s.created_by = ${creatorId}`}
    ${shareIds === null ? sql`` : sql`and s.share_id = any (string_to_array(${shareIds}, ',')::bigint[])`}
    ${hasStatus(sql, filter.status, now)} ${isSentOutside(sql, filter.outside)} ${isNamed(sql, filter.name)}`;
}

// Same rule as the presenter (own.presenter.ts).
function hasStatus(sql: Db, status: ShareFilter['status'], now: Date | string): Fragment {
  if (status === null) return sql``;
  if (status === 'Refused') return sql`and s.refused_at is not null`;
  if (status === 'Expired') return sql`and s.refused_at is null and s.expires_at <= ${now}`;
  return sql`and s.refused_at is null and s.status = ${status} and (s.expires_at > ${now}) is not false`;
}

// Checked per link, up to a limit: an `exists` condition would be computed for all links first. Index:
// share_recipients_share.
function isSentOutside(sql: Db, domains: string | null): Fragment {
  if (domains === null) return sql``;
  return sql`and (
    select bool_or(split_part(r.email, '@', 2) <> all (string_to_array(${domains}, ','))) from share_recipients r
    where r.deployment_id = s.deployment_id and r.share_id = s.share_id
  )`;
}

// Likewise, by the primary keys.
function isNamed(sql: Db, name: string | null): Fragment {
  if (name === null) return sql``;
  return sql`and coalesce(
    (select d.name_key from documents d where d.deployment_id = s.deployment_id and d.document_id = s.document_id),
    (select f.name_key from folders f where f.deployment_id = s.deployment_id and f.folder_id = s.folder_id)
  ) like ${containing(name)}`;
}
