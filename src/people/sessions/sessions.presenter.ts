import type { Static } from 'typebox';
import type { Actor } from '../../core/actor.ts';
import { describeDevice } from '../devices/device.ts';
import type { Method, SessionRow } from './sessions.queries.ts';
import type { CurrentSessionSchema, SessionMethod, SessionSchema } from './sessions.schema.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A session with a description of its device. */
export function presentSession(actor: Actor, row: SessionRow): Static<typeof SessionSchema> {
  const device = deviceOf(row);
  const endsAt = Date.parse(row.createdAt) + row.maxDays * DAY_MS;
  return {
    SessionId: row.sessionId,
    DateCreated: row.createdAt,
    LastUsed: row.lastUsedAt,
    Device: device.name,
    DeviceKind: device.kind,
    UserAgent: row.userAgent,
    Address: row.address,
    LastAddress: row.lastAddress,
    Methods: row.methods.map((method) => METHODS[method]),
    IdleExpiresOn:
      row.idleMinutes === null
        ? null
        : new Date(Math.min(endsAt, Date.parse(row.lastUsedAt) + row.idleMinutes * MINUTE_MS)).toISOString(),
    ExpiresOn: new Date(endsAt).toISOString(),
    IsCurrent: row.sessionId === currentSession(actor),
  };
}

/** The session of the request. */
export function presentCurrentSession(actor: Actor, row: SessionRow): Static<typeof CurrentSessionSchema> {
  const session = presentSession(actor, row);
  const { IdleExpiresOn, ExpiresOn } = session;
  if (IdleExpiresOn === null || IdleExpiresOn === ExpiresOn) return { ...session, IdleExpiresIn: null };
  const left = Math.max(0, Date.parse(IdleExpiresOn) - actor.now.getTime());
  return { ...session, IdleExpiresIn: Math.ceil(left / 1000) };
}

/** The session of the request; null for a token. */
export function currentSession({ via }: Actor): number | null {
  return via.kind === 'session' ? via.sessionId : null;
}

const METHODS: Record<Method, SessionMethod> = {
  password: 'Password',
  provider: 'Provider',
  passkey: 'Passkey',
  totp: 'Totp',
  recoveryCode: 'RecoveryCode',
};

// Sessions of earlier releases have no device of their own.
function deviceOf({ device, deviceKind, userAgent }: SessionRow) {
  if (deviceKind !== null) return { name: device, kind: deviceKind };
  return describeDevice({ userAgent, brands: null });
}
