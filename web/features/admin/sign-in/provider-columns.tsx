import { formatNumber } from '../../../formatters.ts';
import type { IdentityProvider } from '../../../api/answers.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { type Column, OpenCell } from '../../../ui/table/data-table.tsx';
import sharingCss from '../../sharing/sharing.module.css';

const t = adminSignInMessages.providers;

export const providerColumns = (onOpen: (provider: IdentityProvider) => void): Column<IdentityProvider>[] => [
  {
    label: t.columns.name,
    isMain: true,
    cell: (provider) => (
      <OpenCell onOpen={() => onOpen(provider)}>
        <span>
          {provider.Name}
          <small>{provider.Issuer}</small>
        </span>
      </OpenCell>
    ),
  },
  { label: t.columns.state, cell: (provider) => <State provider={provider} /> },
  {
    label: t.columns.lastSignIn,
    cell: ({ LastSignIn }) => (LastSignIn === null ? t.never : <RelativeTime iso={LastSignIn} />),
  },
  { label: t.columns.lastFailure, cell: ({ LastFailure }) => <LastFailed failure={LastFailure} /> },
  { label: t.columns.people, isNumber: true, cell: ({ PeopleCount }) => formatNumber(PeopleCount) },
];

function State({ provider: { IsEnabled, DateTested } }: { provider: IdentityProvider }) {
  return (
    <>
      {IsEnabled ? t.states.enabled : t.states.disabled}{' '}
      {DateTested === null ? <span className={sharingCss.mark}>{t.untested}</span> : null}
    </>
  );
}

function LastFailed({ failure }: { failure: IdentityProvider['LastFailure'] }) {
  if (failure === null) return t.noFailure;
  return (
    <span>
      {adminSignInMessages.failures[failure.Failure]}
      <small>
        <RelativeTime iso={failure.Date} />
      </small>
    </span>
  );
}
