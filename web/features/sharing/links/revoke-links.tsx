import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnShare } from '../../../api/answers.ts';
import { ApiError } from '../../../api/client.ts';
import { listOwnShares, revokeShare } from '../../../api/sharing.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { showResult } from '../../library/actions/outcome.ts';
import { runAll } from '../../library/actions/run-all.ts';
import { Confirm } from '../confirm.tsx';
import css from '../sharing.module.css';

const t = sharingMessages.mine;

/** Confirms and revokes a link. */
export function RevokeLink({ link, name, onClose }: { link: OwnShare; name: string; onClose: () => void }) {
  const revokeLinks = useRevokeLinks();
  return (
    <Confirm title={t.confirm(1)} action={t.revoke} onClose={onClose} onConfirm={() => void revokeLinks([link])}>
      {t.confirmOne(name)}
    </Confirm>
  );
}

/** Revokes all links of the person, after a dialog with their number. */
export function RevokeAllLinks() {
  const [isAsked, ask] = useState(false);
  return (
    <div className={css.ownLinksBar}>
      <Button variant="default" size="sm" onClick={() => ask(true)}>
        {t.revokeAll}
      </Button>
      {isAsked ? <ConfirmAll onClose={() => ask(false)} /> : null}
    </div>
  );
}

function ConfirmAll({ onClose }: { onClose: () => void }) {
  const revokeLinks = useRevokeLinks();
  // The current links, including later pages.
  const { data, error } = useQuery({
    queryKey: ['all-own-shares'],
    queryFn: listAllRevocable,
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Confirm
      title={data === undefined ? t.counting : t.confirm(data.length)}
      action={t.revokeAll}
      isReady={data !== undefined && data.length > 0}
      onClose={onClose}
      onConfirm={() => void revokeLinks(data ?? [])}
    >
      <ProblemAlert error={error} />
      {t.confirmAll}
    </Confirm>
  );
}

async function listAllRevocable(): Promise<OwnShare[]> {
  const all: OwnShare[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listOwnShares>> = await listOwnShares(after);
    all.push(...page.body.filter(({ Abilities }) => Abilities.Revoke));
    ({ after } = page);
  } while (after !== null);
  return all;
}

// A link that another person has revoked meanwhile counts as revoked.
async function revokeIfPresent(link: OwnShare): Promise<void> {
  await revokeShare(link).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  });
}

function useRevokeLinks(): (links: OwnShare[]) => Promise<void> {
  const queries = useQueryClient();
  return async (links) => {
    const outcome = await runAll(links, revokeIfPresent);
    for (const noun of ['own-shares', 'own-share']) void queries.invalidateQueries({ queryKey: [noun] });
    showResult(outcome, t.revoked(outcome.done.length));
  };
}
