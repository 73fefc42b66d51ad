import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeProvider, startTest } from '../../../api/admin/sign-in.ts';
import type { IdentityProvider } from '../../../api/answers.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { showNotice } from '../../shell/notice-list.ts';

const t = adminSignInMessages.providers;

/** Testing a provider, which leaves the page if the provider answers, and enabling or disabling one. */
export function useProviderActions() {
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: async (provider: IdentityProvider) => {
      const check = await startTest(provider.ProviderId);
      if (check.Uri !== null) window.location.assign(check.Uri);
      return { provider, check };
    },
  });
  const change = useMutation({
    mutationFn: ({ provider, isEnabled }: { provider: IdentityProvider; isEnabled: boolean }) =>
      changeProvider(provider.ProviderId, { IsEnabled: isEnabled }),
    onSuccess: ({ Name, IsEnabled }) => {
      showNotice({ kind: 'done', text: IsEnabled ? t.enabled(Name) : t.disabled(Name) });
    },
    onSettled: () => {
      for (const key of ['identity-providers', 'sign-in']) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  return { test, change };
}

export type TestStart = ReturnType<typeof useProviderActions>['test'];
