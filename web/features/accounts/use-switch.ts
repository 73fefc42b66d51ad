import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../../api/client.ts';
import { switchAccount } from '../../api/sign-in/accounts.ts';
import { otherAccountMessages } from '../../messages/en/sign-in/other-accounts.ts';
import { leaveAccount } from './account-watch.ts';

const t = otherAccountMessages;

/** Switches to another account of the browser, by its session. */
export const useSwitch = () => useMutation({ mutationFn: switchAccount, onSuccess: () => leaveAccount('/') });

/** The message for a switch that failed: the session may have ended since it was listed. */
export const switchFailure = ({ status }: ApiError): string => (status === 404 ? t.ended : t.failed);
