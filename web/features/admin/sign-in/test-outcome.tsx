import { Fragment } from 'react';
import type { ProviderTestOutcome } from '../../../api/answers.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import documentCss from '../../document/document.module.css';
import css from './sign-in.module.css';

const t = adminSignInMessages.test;

type Props = { outcome: ProviderTestOutcome; claims: Record<string, unknown> };

/** The result of a sign-in with the claims, and the claims. */
export function TestOutcome({ outcome, claims }: Props) {
  const { Kind, Person, Name, Failure, Reason } = outcome;
  return (
    <>
      <p role="status">
        <strong>{t.kinds[Kind](Person?.Name ?? Name)}</strong>
      </p>
      {Failure === null ? (
        <Facts outcome={outcome} />
      ) : (
        <p>
          {adminSignInMessages.failures[Failure]}: {Reason}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the dialog scrolls, also by keyboard */}
      <div role="region" aria-label={t.claims} tabIndex={0}>
        <h3 className={css.label}>{t.claims}</h3>
        <dl className={documentCss.facts}>
          {Object.entries(claims).map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd className={css.claims}>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
            </Fragment>
          ))}
        </dl>
      </div>
    </>
  );
}

function Facts({ outcome: { Email, IsEmailVerified, IsSiteAdmin, Groups } }: { outcome: ProviderTestOutcome }) {
  return (
    <dl className={documentCss.facts}>
      <dt>{t.email}</dt>
      <dd>{Email === null ? t.noEmail : `${Email} (${IsEmailVerified ? t.verified : t.unverified})`}</dd>
      <dt>{t.role}</dt>
      <dd>{IsSiteAdmin ? t.siteAdmin : t.member}</dd>
      <dt>{t.groups}</dt>
      <dd>{describeGroups(Groups)}</dd>
    </dl>
  );
}

function describeGroups(groups: ProviderTestOutcome['Groups']): string {
  if (groups === null) return t.groupsKept;
  const names = (isMember: boolean) =>
    groups
      .filter(({ IsMember }) => IsMember === isMember)
      .map(({ GroupName }) => GroupName)
      .join(', ');
  const [joined, left] = [names(true), names(false)];
  return `${joined === '' ? t.noGroups : joined}${left === '' ? '' : `. ${t.leaves(left)}`}`;
}
