import { Alert, Button, Divider } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { SignInOptions } from '../../api/answers.ts';
import { messages } from '../../messages/en.ts';
import { providerFailures } from '../../messages/en/sign-in/provider-failures.ts';

const t = messages.account.signIn;

type Failure = keyof typeof providerFailures;

type Provider = SignInOptions['Providers'][number];
type Props = { providers: Provider[]; isBesidePassword: boolean; back: string };

/** A button for each identity provider. */
export function Providers({ providers, isBesidePassword, back }: Props) {
  if (providers.length === 0) return null;
  return (
    <>
      {isBesidePassword ? <Divider label={t.or} labelPosition="center" /> : null}
      {providers.map((provider) => (
        <Button
          key={provider.ProviderId}
          component="a"
          href={addressOf(String(provider.ProviderId), back)}
          size="md"
          variant={isBesidePassword ? 'default' : 'filled'}
        >
          {t.with(provider.Name)}
        </Button>
      ))}
    </>
  );
}

/** Says why the sign-in with a provider failed, and offers to try again. */
export function ProviderFailure({ providers }: { providers: Provider[] }) {
  const { failure, provider, back } = useSearch({ strict: false });
  if (failure === undefined || provider === undefined || !/^\d{1,16}$/.test(provider)) return null;
  if (!isFailure(failure)) return null;
  const name = providers.find(({ ProviderId }) => String(ProviderId) === provider)?.Name ?? t.yourProvider;
  return (
    <Alert color="red" variant="outline" role="alert">
      {providerFailures[failure](name)} <a href={addressOf(provider, back ?? '/')}>{t.again}</a>
    </Alert>
  );
}

// The path alone: the page may be open at another name of the service.
function addressOf(provider: string, back: string): string {
  const query = back === '/' ? '' : `?${new URLSearchParams({ back }).toString()}`;
  return `/sign-in/providers/${provider}${query}`;
}

function isFailure(text: string): text is Failure {
  return Object.hasOwn(providerFailures, text);
}
