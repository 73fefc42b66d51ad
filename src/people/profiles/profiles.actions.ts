/** Changes of the own profile (docs/api/users.md#own-profile). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { invalidParameter, notFound } from '../../platform/errors.ts';
import { displayName } from '../../platform/values/names.ts';
import { readTimeZone } from '../../platform/values/time-zone.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { lockSubscriber } from '../../core/subscriptions/subscribers.queries.ts';
import { changeTopics } from '../../core/subscriptions/subscriptions.steps.ts';
import { type ProfileChange, updateProfile } from './profiles.queries.ts';
import type { ChangeProfileBody } from './profiles.schema.ts';

/** 400 for an empty change, an invalid name or an unknown time zone. */
export async function changeProfile(deps: Deps, actor: Actor, change: Static<typeof ChangeProfileBody>): Promise<void> {
  const wanted = readChange(change);
  const { MailPreferences: topics = {} } = change;
  await transaction(deps.sql, async (tx) => {
    // Locked, so that two changes at once do not overwrite each other.
    const user = await lockSubscriber(tx, actor);
    if (user === undefined) throw notFound('user');
    await updateProfile(tx, actor, wanted);
    await changeTopics(tx, actor, user, topics);
    await recordActivity(tx, actor, {
      type: 'UserChanged',
      contentName: user.email,
      details: { ...wanted, ...topics },
    });
  });
}

function readChange(change: Static<typeof ChangeProfileBody>): ProfileChange {
  const { Name, TimeZone, Language, MailPreferences } = change;
  if ([Name, TimeZone, Language, MailPreferences].every((each) => each === undefined)) {
    throw invalidParameter('body', 'Nothing to change. Send Name, TimeZone, Language or MailPreferences.');
  }
  return {
    ...(Name === undefined ? {} : { name: displayName(Name, 'Name') }),
    ...(TimeZone === undefined ? {} : { timeZone: TimeZone === null ? null : readTimeZone(TimeZone, 'TimeZone') }),
    ...(Language === undefined ? {} : { language: Language }),
  };
}
