import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '../../api/account.ts';
import { keepDraftsOf } from '../../drafts.ts';
import { clearShownAccount } from '../../shown-account.ts';
import { clearRecentSearches } from '../search/recent-searches.ts';

/** Signs out of all accounts of the browser, and of this one at the identity provider that opened the session. */
export function useSignOut(): () => void {
  const leave = useLeave();
  const end = useMutation({ mutationFn: signOut, onSuccess: leave });
  return () => end.mutate();
}

/** Clears all data of the person whose session ended, and opens the sign-in page, or the logout page `uri` of their provider first. */
export function useLeave(): (uri: string | null) => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async (uri) => {
    keepDraftsOf(null);
    clearShownAccount();
    clearRecentSearches();
    // The provider redirects back to the sign-in page.
    if (uri !== null) return window.location.assign(new URL(uri).pathname);
    await navigate({ to: '/sign-in' });
    queries.clear();
    return undefined;
  };
}
