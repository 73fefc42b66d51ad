import type { Static } from 'typebox';
import { presentPerson } from '../../core/persons/persons.presenter.ts';
import type { ConnectionRow } from './connections.queries.ts';
import type { ConnectionSchema, NewConnectionSchema } from './connections.schema.ts';

export function presentConnection(baseUrl: string, row: ConnectionRow): Static<typeof ConnectionSchema> {
  return {
    ConnectionId: row.connectionId,
    Name: row.name,
    InvitesPeople: row.invites,
    ManagesExisting: row.managesExisting,
    IsPaused: row.isPaused,
    PeopleCount: row.people,
    GroupCount: row.groups,
    DateCreated: row.createdAt,
    CreatedBy: row.createdBy === null ? null : presentPerson(baseUrl, row.createdBy),
    TokenDateCreated: row.tokenCreatedAt,
    LastUsed: row.lastUsedAt,
    Links: {
      Self: `${baseUrl}/api/admin/scim-connections/${row.connectionId}`,
      Scim: `${baseUrl}/scim/v2`,
    },
  };
}

export function presentNewConnection(
  baseUrl: string,
  row: ConnectionRow,
  token: string,
): Static<typeof NewConnectionSchema> {
  return { ...presentConnection(baseUrl, row), Token: token };
}
