import { Button, FileButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { removeLogo, setLogo } from '../../../api/admin/settings.ts';
import type { ApiError } from '../../../api/client.ts';
import { settingsMessages } from '../../../messages/en/admin/settings.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { useMe } from '../../shell/use-me.ts';
import { settingId } from './find-settings.ts';
import { ownAddress } from '../../../ui/look/own-address.ts';
import css from './settings.module.css';

const t = settingsMessages.logo;
const TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/tiff,image/avif';

/** The logo, which is saved immediately. */
export function Logo({ isMarked }: { isMarked: boolean }) {
  const { LogoUri } = useMe().Branding;
  const change = useLogo();
  return (
    <div className={isMarked ? `${css.logoField} ${css.isMarked}` : css.logoField}>
      <p className={css.logoLabel}>{t.label}</p>
      <p className={css.logoAbout}>{t.about}</p>
      {LogoUri === null ? <p>{t.none}</p> : <img src={ownAddress(LogoUri)} alt={t.current} />}
      <div className={css.logoWays}>
        <FileButton accept={TYPES} onChange={(image) => (image === null ? undefined : change.mutate(image))}>
          {(props) => (
            <Button id={settingId('Logo')} variant="default" loading={change.isPending} {...props}>
              {LogoUri === null ? t.choose : t.replace}
            </Button>
          )}
        </FileButton>
        {LogoUri === null ? null : (
          <Button variant="subtle" color="gray" disabled={change.isPending} onClick={() => change.mutate(null)}>
            {t.remove}
          </Button>
        )}
      </div>
      <ProblemAlert error={change.error} known={known} />
    </div>
  );
}

function useLogo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (image: File | null) => (image === null ? removeLogo() : setLogo(image)),
    onSuccess: async (_answer, image) => {
      await queries.invalidateQueries({ queryKey: ['me'] });
      showNotice({ kind: 'done', text: image === null ? t.removed : t.saved });
    },
  });
}

function known({ status }: ApiError): string | null {
  if (status === 413) return t.tooLarge;
  return status === 400 || status === 415 ? t.notTaken : null;
}
